package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Condition;
import dev.manta.data.Cursor;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.formats.Meeting;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Every row of a folder of Parquet files once per pass: random plans with conditions, random
/// numbers of ranks, stopped and resumed at random steps, with data workers that are killed.
@Timeout(300)
class ParquetOnceTest {
  private static final int ROWS = 9000;
  private static final int LANES = 8;

  @TempDir private static Path directory;

  /// Seven files of several row groups each.
  @BeforeAll
  static void write() {
    Dataset.generate(ROWS, i -> Row.of("id", i, "part", i / 1000, "name", "row " + i % 50))
        .repartition(1400)
        .write(
            new ParquetSink(ParquetSink.Codec.SNAPPY, 300), directory.resolve("data").toString());
  }

  private static Dataset randomDataset(Random random) {
    Dataset dataset =
        Dataset.parquet(directory.resolve("data").toString()).where(condition(random));
    return switch (random.nextInt(6)) {
      case 0 -> dataset.shuffleWindow(1 + random.nextInt(2000), random.nextLong());
      case 1 -> dataset.repartition(1 + random.nextInt(900));
      case 2 -> dataset.select("id", "name").filter(row -> row.whole("id") % 3 != 1);
      case 3 -> dataset.shuffle(random.nextLong());
      case 4 -> dataset.limit(1 + random.nextInt(ROWS));
      default -> dataset;
    };
  }

  private static Condition condition(Random random) {
    int some = random.nextInt(ROWS);
    return switch (random.nextInt(4)) {
      case 0 -> Condition.more("id", some);
      case 1 -> Condition.either(Condition.less("part", 3), Condition.equal("part", 7));
      case 2 -> Condition.equal("name", "row " + some % 50);
      default -> Condition.atMost("id", some);
    };
  }

  /// What ranks saw before they were stopped.
  private record Seen(List<Long> ids, Cursor cursor) {}

  /// @param killsMax how many data workers each rank ends
  private record Part(List<Cursor> from, BatchOptions options, int stepsMax, int killsMax) {}

  private static Seen run(DatasetSpec spec, int ranks, Part part) throws Exception {
    Meeting meeting = Meeting.of(ranks);
    List<Callable<Seen>> work = new ArrayList<>();
    for (int i = 0; i < ranks; i++) {
      int rank = i;
      var position =
          new ShardPosition(rank, ranks, LANES, mine -> meeting.exchange(rank, mine), () -> {});
      work.add(() -> rank(DatasetSpec.parse(spec.text()), position, part));
    }
    try (var threads = Executors.newFixedThreadPool(ranks)) {
      List<Long> ids = new ArrayList<>();
      List<Cursor> cursors = new ArrayList<>();
      for (Future<Seen> each : threads.invokeAll(work, 60, TimeUnit.SECONDS)) {
        ids.addAll(each.get().ids);
        cursors.add(each.get().cursor);
      }
      assertThat(cursors).as("all ranks stand at the same place").containsOnly(cursors.getFirst());
      return new Seen(ids, cursors.getFirst());
    }
  }

  private static Seen rank(DatasetSpec spec, ShardPosition position, Part part) {
    List<Long> ids = new ArrayList<>();
    int kills = part.killsMax;
    try (var shard = new RankShard("test", spec, position)) {
      part.from.forEach(shard::seek);
      try (Batches<Batch> pass = shard.batches(part.options)) {
        Iterator<Batch> batches = pass.iterator();
        for (int i = 0; i < part.stepsMax && batches.hasNext(); i++) {
          Batch batch = batches.next();
          for (int row = 0; row < batch.weight(); row++) {
            ids.add(batch.row(row).whole("id"));
          }
          if (kills-- > 0) {
            killOne();
          }
        }
      }
      return new Seen(ids, shard.cursor());
    }
  }

  /// Data workers are the only children of a test's process.
  private static void killOne() {
    ProcessHandle.current().children().findAny().ifPresent(ProcessHandle::destroyForcibly);
  }

  private static void assertOnce(long seed, DataConfig config, int ranksMax, int stopsMax)
      throws Exception {
    var random = new Random(seed);
    Dataset dataset = randomDataset(random);
    var options = BatchOptions.rows(1 + random.nextInt(700));
    List<Long> seen = new ArrayList<>();
    List<Cursor> cursor = new ArrayList<>();
    for (int attempt = 0; cursor.isEmpty() || !cursor.getLast().done(); attempt++) {
      BatchOptions now = random.nextBoolean() ? options : options.unordered();
      int steps = attempt >= stopsMax ? Integer.MAX_VALUE : 1 + random.nextInt(8);
      var part = new Part(List.copyOf(cursor), now, steps, attempt < 2 ? 1 : 0);
      Seen more = run(dataset.spec(config), 1 + random.nextInt(ranksMax), part);
      seen.addAll(more.ids);
      cursor.clear();
      cursor.add(more.cursor);
    }
    assertThat(seen)
        .as("seed %d, %s", seed, dataset)
        .containsExactlyInAnyOrderElementsOf(
            dataset.takeAll().stream().map(row -> row.whole("id")).toList());
  }

  @RepeatedTest(20)
  void everyRowIsSeenOnce(RepetitionInfo repetition) throws Exception {
    assertOnce(17L * repetition.getCurrentRepetition(), DataConfig.split(), 5, 5);
  }

  @Test
  void everyRowIsSeenOnceWhileDataWorkersDie() throws Exception {
    assertOnce(117, DataConfig.split().dataWorkers(1, 2), 2, 1);
  }

  @Tag("campaign")
  @RepeatedTest(2)
  void everyRowIsSeenOnceHoweverDataWorkersDie(RepetitionInfo repetition) throws Exception {
    long seed = 117L * (1 + repetition.getCurrentRepetition());
    assertOnce(seed, DataConfig.split().dataWorkers(1, 2), 2, 1);
  }
}
