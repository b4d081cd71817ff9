package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Preparation;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.DatasetSpec;
import dev.manta.internal.data.worker.DataWorkerPool;
import dev.manta.internal.data.worker.PoolSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Data workers are real processes here; they are ended by force at random.
@Timeout(300)
class DataWorkersTest {
  private static final int ROWS = 20_000;

  private static RankShard shard(Dataset dataset, int least, int most) {
    DatasetSpec spec = dataset.spec(DataConfig.split().dataWorkers(least, most));
    return new RankShard("test", DatasetSpec.parse(spec.text()), ShardPosition.alone());
  }

  private static Dataset numbers() {
    return Dataset.range(ROWS)
        .repartition(500)
        .map(row -> row.with("text", "row " + row.whole("id")).with("half", row.whole("id") / 2f));
  }

  private static List<Long> ids(RankShard shard) {
    List<Long> ids = new ArrayList<>();
    for (Batch batch : shard.batches(64)) {
      for (int i = 0; i < batch.rows(); i++) {
        long id = batch.row(i).whole("id");
        assertThat(batch.row(i).text("text")).isEqualTo("row " + id);
        assertThat(batch.row(i).real("half")).isEqualTo(id / 2f);
        ids.add(id);
      }
    }
    return ids;
  }

  @Test
  void rowsComeInTheSameOrderAsWithoutDataWorkers() {
    Dataset dataset = numbers().shuffleWindow(2000, 7).filter(row -> row.whole("id") % 3 != 0);
    List<Long> expected = dataset.takeAll().stream().map(row -> row.whole("id")).toList();
    try (var shard = shard(dataset, 2, 2)) {
      assertThat(ids(shard)).isEqualTo(expected);
      assertThat(shard.stats().rows()).isEqualTo(expected.size());
    }
  }

  @RepeatedTest(3)
  void noRowIsLostOrComesTwiceWhenDataWorkersDie(RepetitionInfo repetition) {
    var random = new Random(repetition.getCurrentRepetition());
    Dataset dataset =
        random.nextBoolean() ? numbers().shuffleWindow(3000, 1) : numbers().shuffle(1);
    List<Long> ids = new ArrayList<>();
    try (var shard = shard(dataset, 2, 3)) {
      int batches = 0;
      for (Batch batch : shard.batches(100)) {
        LongStream.of(batch.longs("id")).forEach(ids::add);
        if (batches++ % 100 == 5) { // twice: a unit that ends three is given up
          endOne((DataWorkerPool) shard.readers(), random);
        }
      }
    }
    assertThat(ids)
        .as("seed %d", repetition.getCurrentRepetition())
        .hasSize(ROWS)
        .doesNotHaveDuplicates();
  }

  private static void endOne(DataWorkerPool pool, Random random) {
    List<Long> pids = pool.pids();
    long pid = pids.get(random.nextInt(pids.size()));
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              process.destroyForcibly();
              process.onExit().join();
            });
  }

  @Test
  void anErrorOfAFunctionIsToldAsIfItHappenedHere() {
    Dataset dataset = Dataset.range(10).map(row -> row.with("x", 1 / (row.whole("id") - 3)));
    try (var shard = shard(dataset, 1, 1)) {
      assertThatThrownBy(() -> shard.batches(4).iterator().next())
          .hasMessageContaining("map of row 3 of range rows 0 to 10")
          .hasMessageContaining("/ by zero");
    }
  }

  @Test
  void recordsThatAreSkippedElsewhereAreCounted() {
    Dataset dataset =
        Dataset.range(100)
            .repartition(20)
            .map(row -> row.with("x", 1 / (row.whole("id") % 10 - 3)))
            .badRecords(BadRecords.skip());
    try (var shard = shard(dataset, 2, 2)) {
      for (int pass = 0; pass < 2; pass++) {
        List<Long> ids = new ArrayList<>();
        for (Batch batch : shard.batches(7)) {
          assertThat(batch.isPadding()).isFalse();
          LongStream.of(batch.longs("id")).forEach(ids::add);
        }
        assertThat(ids).hasSize(90).doesNotHaveDuplicates().noneMatch(id -> id % 10 == 3);
        assertThat(shard.stats().bad()).isEqualTo(10);
      }
    }
  }

  @Test
  void aUnitThatEndsEveryDataWorkerIsNamed() {
    Dataset dataset =
        Dataset.range(10)
            .filter(
                row -> {
                  Runtime.getRuntime().halt((int) row.whole("id"));
                  return true;
                });
    try (var shard = shard(dataset, 1, 1)) {
      assertThatThrownBy(() -> shard.batches(4).iterator().next())
          .hasMessageContaining("3 data workers in a row ended while they read range rows 0 to 10");
    }
  }

  @Test
  void nothingIsLeftBehind() throws Exception {
    List<Long> pids;
    try (var shard = shard(numbers(), 2, 2)) {
      var batches = shard.batches(64).iterator();
      batches.next();
      pids = ((DataWorkerPool) shard.readers()).pids();
      assertThat(pids).hasSize(2);
    }
    for (long pid : pids) {
      ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    }
    assertThat(slots()).isEmpty();
  }

  @Test
  void sharedMemoryHasNoNameOnceBothSidesHaveIt() throws Exception {
    try (var shard = shard(numbers(), 1, 1)) {
      shard.batches(64).iterator().next();
      assertThat(slots()).isEmpty();
    }
  }

  private static List<Path> slots() throws IOException {
    String name = "manta-data-" + ProcessHandle.current().pid() + "-";
    try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
      return files.filter(file -> file.getFileName().toString().startsWith(name)).toList();
    }
  }

  @Test
  void thereIsOneMoreWhileTrainingWaitsAndOneLessWhileTheyIdle() {
    var limits = new Preparation.DataWorkers(1, 3);
    var size = new PoolSize(1, 0);
    size = size.next(limits, 0.5, 0);
    assertThat(size.workers()).isEqualTo(2);
    size = size.next(limits, 0.5, 0).next(limits, 0.5, 0);
    assertThat(size.workers()).as("never more than the most").isEqualTo(3);
    for (int look = 0; look < 5; look++) {
      size = size.next(limits, 0, 0.9);
      assertThat(size.workers()).as("a short calm changes nothing").isEqualTo(3);
    }
    size = size.next(limits, 0, 0.9);
    assertThat(size.workers()).isEqualTo(2);
    for (int look = 0; look < 30; look++) {
      size = size.next(limits, 0, 0.9);
    }
    assertThat(size.workers()).as("never fewer than the least").isEqualTo(1);
    assertThat(size.next(limits, 0.05, 0.2)).isEqualTo(new PoolSize(1, 0));
  }

  @Test
  void numbersOfDataWorkersAreChecked() {
    assertThatThrownBy(() -> DataConfig.split().dataWorkers(0, 1))
        .hasMessage("at least 1 data worker is needed, not 0");
    assertThatThrownBy(() -> DataConfig.split().dataWorkers(3, 2))
        .hasMessage("at most 2 data workers are fewer than at least 3");
  }
}
