package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Aggregate;
import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Condition;
import dev.manta.data.CsvOptions;
import dev.manta.data.Cursor;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.JoinKind;
import dev.manta.data.Preparation;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.plan.Plan;
import dev.manta.internal.data.worker.DataWorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every row once per pass: random plans, random numbers of ranks, killed and resumed at random
/// steps, with data workers that are killed meanwhile.
@Timeout(300)
class ExactlyOnceTest {
  private static final int LANES = 8;

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private static Path files;

  /// What a group of ranks saw before it was stopped.
  ///
  /// @param bad how many records were passed over
  private record Seen(List<Long> ids, Cursor cursor, int steps, long bad) {}

  /// All ranks' values, once all have come.
  private static final class Meeting {
    private final long[][] values;
    private final CyclicBarrier barrier;

    Meeting(int ranks) {
      values = new long[ranks][];
      barrier = new CyclicBarrier(ranks);
    }

    long[][] exchange(int rank, long[] mine) {
      try {
        values[rank] = mine;
        barrier.await(30, TimeUnit.SECONDS);
        long[][] all = values.clone();
        barrier.await(30, TimeUnit.SECONDS);
        return all;
      } catch (Exception e) {
        throw new IllegalStateException("ranks are not in step", e);
      }
    }
  }

  private static Seen run(
      Plan plan, int ranks, Optional<Cursor> from, BatchOptions options, int stepsMax)
      throws Exception {
    var part = new Part(from, options, stepsMax, _ -> {});
    var spec = new DatasetSpec(plan, BadRecords.fail(), true, new Preparation.InTrainers());
    return run(spec, ranks, part);
  }

  /// Some steps of a pass.
  ///
  /// @param trouble is made after each batch
  private record Part(
      Optional<Cursor> from, BatchOptions options, int stepsMax, Consumer<RankShard> trouble) {}

  private static Seen run(DatasetSpec dataset, int ranks, Part part) throws Exception {
    String spec = dataset.text();
    var meeting = new Meeting(ranks);
    List<Callable<Seen>> work = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      int rank = i;
      var position =
          new ShardPosition(rank, ranks, LANES, mine -> meeting.exchange(rank, mine), () -> {});
      work.add(() -> rank(DatasetSpec.parse(spec), position, part));
    }
    try (var threads = Executors.newFixedThreadPool(ranks)) {
      List<Long> ids = new ArrayList<>();
      List<Seen> all = new ArrayList<>();
      for (Future<Seen> each : threads.invokeAll(work, 60, TimeUnit.SECONDS)) {
        all.add(each.get());
      }
      Seen first = all.getFirst();
      for (Seen seen : all) {
        ids.addAll(seen.ids);
        assertThat(seen.cursor).as("all ranks stand at the same place").isEqualTo(first.cursor);
        assertThat(seen.steps).as("all ranks make the same steps").isEqualTo(first.steps);
      }
      long bad = all.stream().mapToLong(Seen::bad).sum();
      return new Seen(ids, first.cursor, first.steps, bad);
    }
  }

  private static Seen rank(DatasetSpec spec, ShardPosition position, Part part) {
    List<Long> ids = new ArrayList<>();
    int steps = 0;
    try (var shard = new RankShard("test", spec, position)) {
      part.from.ifPresent(shard::seek);
      var batches = shard.batches(part.options).iterator();
      while (steps < part.stepsMax && batches.hasNext()) {
        Batch batch = batches.next();
        steps++;
        part.trouble.accept(shard);
        assertThat(batch.rows()).isBetween(1, part.options.rows());
        if (!batch.isPadding()) {
          for (long id : batch.longs("id")) {
            ids.add(id);
          }
        }
      }
      return new Seen(ids, shard.cursor(), steps, shard.stats().bad());
    }
  }

  private static Dataset randomDataset(Random random, int rows) {
    Dataset dataset = randomSource(random, rows);
    for (int i = random.nextInt(4); i > 0; i--) {
      dataset = random.nextBoolean() ? changed(dataset, random) : combined(dataset, random);
    }
    return random.nextInt(3) == 0 ? chosen(dataset, random) : dataset;
  }

  private static Dataset randomSource(Random random, int rows) {
    return switch (random.nextInt(8)) {
      case 6, 7 -> broken(random, rows);
      case 0 -> Dataset.range(rows * 3L).shuffle(random.nextLong());
      case 1 -> Dataset.csv(files(rows % 5).toString());
      case 2 -> ordered(Dataset.range(rows), random);
      default -> Dataset.range(rows).repartition(1 + random.nextInt(400));
    };
  }

  /// Rows of which one in thirteen is bad, and passed over.
  @SuppressWarnings("serial") // functions of tests are of no use to others
  private static Dataset broken(Random random, int rows) {
    Dataset all =
        random.nextBoolean()
            ? Dataset.csv(CsvOptions.defaults().type("id", "i64"), brokenFiles(rows).toString())
            : Dataset.range(rows)
                .repartition(1 + random.nextInt(400))
                .map(ExactlyOnceTest::refusedIfBad);
    return all.badRecords(BadRecords.skip());
  }

  private static boolean isBad(long id) {
    return id % 13 == 5;
  }

  static Row refusedIfBad(Row row) {
    if (isBad(row.whole("id"))) {
      throw new IllegalArgumentException("one in thirteen");
    }
    return row;
  }

  /// Files of 100 lines each, with bad ones.
  private static Path brokenFiles(int rows) {
    Path directory = files.resolve("broken-" + rows);
    try {
      Files.createDirectories(directory);
      for (int from = 0; from < rows; from += 100) {
        String lines =
            LongStream.range(from, Math.min(from + 100, rows))
                .mapToObj(id -> isBad(id) ? "bad " + id : "" + id)
                .collect(Collectors.joining("\n", "id\n", "\n"));
        Files.writeString(directory.resolve(String.format(Locale.ROOT, "%06d.csv", from)), lines);
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What depends on the order of rows: the same rows in each pass only where nothing is shuffled.
  private static Dataset ordered(Dataset dataset, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> dataset.filter(row -> row.whole("id") % 5 != 1).limit(1 + random.nextInt(3000));
      case 1 -> dataset.repartition(70).skip(1 + random.nextInt(500));
      case 2 ->
          dataset
              .filter(row -> row.whole("id") % 2 == 0)
              .zip(
                  dataset.repartition(90).filter(row -> row.whole("id") % 2 == 0).rename("id", "o"))
              .select("id");
      default ->
          Dataset.mix(
              random.nextLong(),
              dataset.union(Dataset.range(10)).weighted(2),
              Dataset.range(700)
                  .map(row -> row.with("id", row.whole("id") + 7_000_000))
                  .weighted(1));
    };
  }

  /// Files of rows, written once.
  private static Path files(int number) {
    Path directory = files.resolve("csv-" + number);
    if (!Files.exists(directory)) {
      Dataset.range(1000L * number + 1).repartition(170).write(Sink.csv(), directory.toString());
    }
    return directory;
  }

  @SuppressWarnings("serial") // functions of tests are of no use to others
  private static Dataset changed(Dataset dataset, Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> dataset.map(row -> row);
      case 6 -> dataset.mapBatches(ExactlyOnceTest::uneven);
      case 1 -> dataset.filter(row -> row.whole("id") % 7 != 3);
      case 2 -> dataset.shuffleWindow(1 + random.nextInt(1000), random.nextLong());
      case 3 -> dataset.shuffle(random.nextLong());
      case 4 -> dataset.mapBatches(64, batch -> batch);
      case 5 ->
          dataset.where(Condition.either(Condition.less("id", 900), Condition.more("id", 1500)));
      default ->
          dataset.flatMap(
              row ->
                  row.whole("id") % 3 == 0 && row.whole("id") < 1_000_000
                      ? List.of(row, row.with("id", row.whole("id") + 1_000_000))
                      : List.<Row>of(row));
    };
  }

  /// Some units take longer than others, so that they are ready in another order.
  static Batch uneven(Batch batch) {
    long until = System.nanoTime() + (batch.rows() == 0 ? 0 : batch.longs("id")[0] % 3 * 500_000);
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(100_000);
    }
    return batch;
  }

  private static Dataset combined(Dataset dataset, Random random) {
    return switch (random.nextInt(6)) {
      case 0 ->
          dataset.union(
              Dataset.range(1 + random.nextInt(500))
                  .map(row -> row.with("id", row.whole("id") + 5_000_000)));
      case 1 -> dataset.repartition(1 + random.nextInt(700));
      case 2 -> dataset.sort("id");
      case 3 -> dataset.join(Dataset.range(2500), "id", JoinKind.LEFT);
      case 4 -> dataset.cache();
      default -> dataset.groupBy("id").aggregate(Aggregate.count()).select("id");
    };
  }

  private static Dataset chosen(Dataset dataset, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> dataset.randomSample(0.6, random.nextLong());
      case 1 -> dataset.trainTestSplit(0.3, random.nextLong()).train();
      default -> dataset.trainTestSplit(0.3, random.nextLong()).test();
    };
  }

  private static List<Long> ids(Dataset dataset) {
    return dataset.takeAll().stream().map(row -> row.whole("id")).toList();
  }

  @RepeatedTest(60)
  void everyRowIsSeenOncePerPass(RepetitionInfo repetition) throws Exception {
    long seed = 31L * repetition.getCurrentRepetition();
    var random = new Random(seed);
    Dataset dataset = randomDataset(random, 1 + random.nextInt(6000));
    List<Long> expected = ids(dataset);
    var options = BatchOptions.rows(1 + random.nextInt(2000)).prefetch(1 + random.nextInt(3));
    var rounds = new Rounds(dataset.spec(DataConfig.split()), options, 5, 7, random);
    Optional<Cursor> cursor = Optional.empty();
    for (int pass = 0; pass < 2; pass++) {
      Seen seen = killedAndResumed(rounds, cursor);
      cursor = Optional.of(seen.cursor);
      assertThat(seen.ids)
          .as("seed %s, pass %s, plan %s", seed, pass, dataset)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  @Test
  void everyRowIsSeenOnceWhileDataWorkersDie() throws Exception {
    killDataWorkers(131);
  }

  @Tag("campaign")
  @RepeatedTest(4)
  void everyRowIsSeenOnceHoweverDataWorkersDie(RepetitionInfo repetition) throws Exception {
    killDataWorkers(131L * (1 + repetition.getCurrentRepetition()));
  }

  private void killDataWorkers(long seed) throws Exception {
    var random = new Random(seed);
    Dataset dataset = randomDataset(random, 1000 + random.nextInt(4000));
    List<Long> expected = ids(dataset);
    var options = BatchOptions.rows(20 + random.nextInt(200));
    var rounds =
        new Rounds(dataset.spec(DataConfig.split().dataWorkers(1, 2)), options, 2, 2, random);
    assertThat(killedAndResumed(rounds, Optional.empty()).ids)
        .as("seed %s, plan %s", seed, dataset)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /// @param ranksMax of each attempt
  /// @param killsMax how often all ranks are stopped before they come to the end
  private record Rounds(
      DatasetSpec spec, BatchOptions options, int ranksMax, int killsMax, Random random) {
    Seen attempt(Optional<Cursor> from, boolean isLast) throws Exception {
      int ranks = 1 + random.nextInt(ranksMax);
      int steps = isLast ? Integer.MAX_VALUE : 1 + random.nextInt(12);
      BatchOptions now = random.nextBoolean() ? options : options.unordered();
      return run(spec, ranks, new Part(from, now, steps, killer(random)));
    }
  }

  /// Ends up to two data workers, whenever it occurs to it: a unit that ends three is given up.
  private static Consumer<RankShard> killer(Random random) {
    var left = new AtomicInteger(2);
    int every = 1 + random.nextInt(6);
    var calls = new AtomicInteger();
    return shard -> {
      if (calls.incrementAndGet() % every == 0
          && shard.readers() instanceof DataWorkerPool pool
          && left.getAndDecrement() > 0) {
        pool.pids().stream()
            .findAny()
            .flatMap(ProcessHandle::of)
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    };
  }

  private static Seen killedAndResumed(Rounds rounds, Optional<Cursor> from) throws Exception {
    List<Long> ids = new ArrayList<>();
    int kills = 0;
    Seen seen = rounds.attempt(from, rounds.killsMax == 0);
    ids.addAll(seen.ids);
    while (!seen.cursor.done()) {
      seen = rounds.attempt(Optional.of(seen.cursor), ++kills >= rounds.killsMax);
      ids.addAll(seen.ids);
    }
    return new Seen(ids, seen.cursor, seen.steps, seen.bad);
  }

  @RepeatedTest(8)
  void recordsThatAreSkippedAreCountedOnce(RepetitionInfo repetition) throws Exception {
    long seed = 57L * repetition.getCurrentRepetition();
    var random = new Random(seed);
    int rows = 3000 + random.nextInt(3000);
    Dataset dataset = broken(random, rows).shuffleWindow(1 + random.nextInt(900), 3).map(r -> r);
    boolean helped = repetition.getCurrentRepetition() > 6;
    DataConfig config = helped ? DataConfig.split().dataWorkers(1, 2) : DataConfig.split();
    BatchOptions options = BatchOptions.rows(50 + random.nextInt(200));
    var part = new Part(Optional.empty(), options, Integer.MAX_VALUE, killer(random));
    Seen seen = run(dataset.spec(config), 1 + random.nextInt(helped ? 2 : 4), part);
    assertThat(seen.ids)
        .as("seed %s", seed)
        .containsExactlyInAnyOrderElementsOf(
            LongStream.range(0, rows).filter(id -> !isBad(id)).boxed().toList());
    assertThat(seen.bad)
        .as("seed %s", seed)
        .isEqualTo(LongStream.range(0, rows).filter(id -> isBad(id)).count());
  }

  @Test
  void moreRanksThanRowsKeepInStepOnPadding() throws Exception {
    Plan plan =
        Dataset.range(3).filter(row -> row.whole("id") != 1).spec(DataConfig.split()).plan();
    Seen seen = run(plan, 5, Optional.empty(), BatchOptions.rows(1), 100);
    assertThat(seen.ids).containsExactlyInAnyOrder(0L, 2L);
    assertThat(seen.steps).isEqualTo(1);
  }

  @Test
  void incompleteBatchesAreDroppedOnAllRanksIfAskedFor() throws Exception {
    for (Dataset dataset : List.of(Dataset.range(1000), Dataset.range(1000).filter(_ -> true))) {
      Seen seen =
          run(
              dataset.spec(DataConfig.split()).plan(),
              3,
              Optional.empty(),
              BatchOptions.rows(64).dropLast(true),
              1000);
      assertThat(seen.ids.size() % 64).isZero();
      assertThat(seen.ids).doesNotHaveDuplicates();
    }
  }

  @Test
  void theSameGlobalBatchesComeAtEveryWorldSize() throws Exception {
    Plan plan = Dataset.range(4096).shuffle(5).spec(DataConfig.split()).plan();
    List<Long> two = run(plan, 2, Optional.empty(), BatchOptions.rows(96), 3).ids;
    for (int ranks : List.of(3, 4, 6, 8)) {
      BatchOptions options = BatchOptions.rows(192 / ranks);
      assertThat(run(plan, ranks, Optional.empty(), options, 3).ids)
          .as("%s ranks", ranks)
          .containsExactlyInAnyOrderElementsOf(two);
    }
  }

  @Test
  void ranksThatLanesCannotBeDealtToMakeAsFewStepsAsOthers() throws Exception {
    int rows = 5000;
    Plan plan = Dataset.range(rows).repartition(300).spec(DataConfig.split()).plan();
    for (int ranks : List.of(3, 5, 6, 7)) {
      Seen seen = run(plan, ranks, Optional.empty(), BatchOptions.rows(50), 1000);
      assertThat(seen.steps).as("%s ranks", ranks).isEqualTo(Math.ceilDiv(rows, ranks * 50));
      assertThat(seen.ids).doesNotHaveDuplicates().hasSize(rows);
    }
  }

  @Test
  void resumesInTheMiddleOfABillionShuffledRowsWithoutReadingThem() throws Exception {
    Plan plan =
        Dataset.range(2_000_000_000L)
            .shuffle(9)
            .map(row -> row.with("x", row.whole("id") + 1))
            .spec(DataConfig.split())
            .plan();
    Cursor there = run(plan, 2, Optional.empty(), BatchOptions.rows(10), 1).cursor;
    long[] places = there.laneOffsets();
    for (int i = 0; i < places.length; i++) {
      places[i] = Lane.place(3815, 100);
    }
    var middle = Cursor.inOrder(0, 12_500_000, places, there.planHash());
    Seen seen = run(plan, 2, Optional.of(middle), BatchOptions.rows(10), 2);
    assertThat(seen.ids).hasSize(40).doesNotHaveDuplicates();
    assertThat(seen.cursor.position()).isEqualTo(12_500_002);
  }
}
