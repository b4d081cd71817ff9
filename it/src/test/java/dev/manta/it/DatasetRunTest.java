package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.collective.Op;
import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.BatchOptions;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Datasets in runs with real worker processes.
@Timeout(300)
class DatasetRunTest {
  private static final int ROWS = 400;

  /// @param crash the step of the second epoch at which rank 1 is gone, in the first attempt
  /// @param ordered whether rows come in order, or as they are ready
  record Config(int epochs, int crash, boolean ordered) {
    Config(int epochs, int crash) {
      this(epochs, crash, true);
    }

    BatchOptions batches() {
      BatchOptions options = BatchOptions.rows(7);
      return ordered ? options : options.unordered();
    }
  }

  @TempDir Path storage;

  private Result fit(String name, Config config, int workers, Dataset dataset) {
    return fit(name, config, workers, dataset, DataConfig.split());
  }

  private Result fit(
      String name, Config config, int workers, Dataset dataset, DataConfig prepared) {
    return Trainer.of(DatasetRunTest::train, config)
        .scaling(ScalingConfig.workers(workers))
        .run(
            RunConfig.named(name)
                .storage(storage.toString())
                .failures(FailureConfig.retries(2))
                .quiet())
        .dataset("train", dataset, prepared)
        .dataset("valid", Dataset.range(10), DataConfig.whole())
        .fit();
  }

  /// How often each row was seen by all ranks together.
  static String train(TrainContext<Config> ctx) {
    long[] counts = new long[ROWS];
    ctx.live("counts", counts);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      int step = 0;
      for (Batch batch : ctx.dataset("train").batches(ctx.config().batches())) {
        count(ctx, batch, counts);
        if (++step % 3 == 0) {
          ctx.report(Metrics.of("step", step), ctx.snapshot(), Upload.SYNC);
        }
        crash(ctx, epoch, step);
      }
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.SYNC);
    }
    long whole = 0;
    for (Batch batch : ctx.dataset("valid").batches(4)) {
      whole += batch.rows();
    }
    long[] seen = Arrays.stream(counts).filter(count -> count > 0).toArray();
    long least = Arrays.stream(seen).min().orElse(0);
    long most = Arrays.stream(seen).max().orElse(0);
    return "%s rows, each %s to %s times, %s".formatted(seen.length, least, most, whole);
  }

  private static void count(TrainContext<Config> ctx, Batch batch, long[] counts) {
    long[] here = new long[ROWS];
    if (!batch.isPadding()) {
      for (long id : batch.longs("id")) {
        here[(int) id]++;
      }
    }
    ctx.collectives().allReduce(here, Op.SUM);
    for (int i = 0; i < ROWS; i++) {
      counts[i] += here[i];
    }
  }

  private static void crash(TrainContext<Config> ctx, int epoch, int step) {
    if (ctx.attempt() == 1 && ctx.rank() == 1 && epoch == 1 && step == ctx.config().crash()) {
      Runtime.getRuntime().halt(9);
    }
  }

  private static Dataset rows() {
    return rows(Dataset.range(ROWS));
  }

  private static Dataset rows(Dataset all) {
    int left = 2;
    return all.repartition(16).filter(row -> row.whole("id") % 5 != left).shuffleWindow(40, 3);
  }

  @Test
  void aRankThatDiesInAnEpochCostsNoRowAndRepeatsNone() {
    Result result = fit("crash", new Config(3, 8), 2, rows());
    assertThat(result.returnValue(String.class)).contains("320 rows, each 3 to 3 times, 10");
  }

  /// Written as a path that is relative to where this process was started; workers and data workers
  /// have other working directories.
  private String relativeFile() throws IOException {
    Path file = storage.resolve("rows.csv");
    Files.write(
        file,
        IntStream.range(-1, ROWS).mapToObj(id -> id < 0 ? "id" : String.valueOf(id)).toList());
    return Path.of("").toAbsolutePath().relativize(file.toAbsolutePath()).toString();
  }

  @Test
  void dataWorkersGiveARankThatComesBackTheRowsThatWereMissing() throws IOException {
    DataConfig beside = DataConfig.split().dataWorkers(1, 2);
    Dataset file = Dataset.csv(relativeFile());
    Result result = fit("beside", new Config(2, 8), 2, rows(file), beside);
    assertThat(result.returnValue(String.class)).contains("320 rows, each 2 to 2 times, 10");
  }

  @Test
  void rowsThatComeAsTheyAreReadyComeOnceThoughARankDies() {
    Dataset uneven = rows().map(DatasetRunTest::sometimesSlow);
    Result result = fit("unordered", new Config(3, 8, false), 2, uneven);
    assertThat(result.returnValue(String.class)).contains("320 rows, each 3 to 3 times, 10");
  }

  /// The units of some rows are overtaken by others.
  private static Row sometimesSlow(Row row) {
    if (row.whole("id") % 100 == 0) {
      LockSupport.parkNanos(200_000_000);
    }
    return row;
  }

  @Test
  void anotherNumberOfWorkersResumesWhereTheLastStood() {
    Config config = new Config(2, 11);
    Dataset dataset = Dataset.range(ROWS).shuffle(1);
    assertThatThrownBy(
            () ->
                Trainer.of(DatasetRunTest::train, config)
                    .scaling(ScalingConfig.workers(2))
                    .run(
                        RunConfig.named("resize")
                            .storage(storage.toString())
                            .failures(FailureConfig.retries(0))
                            .quiet())
                    .dataset("train", dataset)
                    .fit())
        .isInstanceOf(TrainingFailed.class);
    Result result = fit("resize", config, 3, dataset);
    assertThat(result.returnValue(String.class)).contains("400 rows, each 2 to 2 times, 10");
  }

  /// Numbers from a source that writes down what is asked of it.
  record Noted(String log) implements Source {
    private static final int EACH = 16;

    private void note(String what) {
      try {
        Files.writeString(
            Path.of(log), what + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public SourceReader open() {
      note("open");
      return new SourceReader() {
        @Override
        public List<Split> splits() {
          note("splits");
          return IntStream.range(0, ROWS / EACH)
              .mapToObj(i -> Split.ofRows("noted", "noted " + i, (long) i * EACH, EACH, EACH * 8))
              .toList();
        }

        @Override
        public Batch read(Split split, Wanted wanted, Reading reading) {
          note("read " + split.place());
          var rows = new BatchBuilder(reading.memory());
          for (long i = 0; i < split.length(); i++) {
            rows.add(Row.of("id", split.offset() + i));
          }
          return rows.build();
        }
      };
    }
  }

  @Test
  void aRankThatStaysKeepsWhatItFoundAndCachedAndANewOneIsGivenTheListing() throws IOException {
    Path log = storage.resolve("noted.log");
    Dataset dataset = Dataset.from(new Noted(log.toString())).cache();
    Result result = fit("noted", new Config(3, 4), 2, dataset);
    assertThat(result.returnValue(String.class)).contains("400 rows, each 3 to 3 times, 10");
    List<String> notes = Files.readAllLines(log);
    assertThat(notes.stream().filter("open"::equals)).as("three processes").hasSize(3);
    assertThat(notes.stream().filter("splits"::equals)).as("the first two").hasSize(2);
    int units = ROWS / Noted.EACH;
    long reads = notes.stream().filter(note -> note.startsWith("read")).count();
    assertThat(reads).as("the newcomer's half again").isBetween(units + 1L, units + units / 2 + 2L);
  }

  @Test
  void aDatasetThatNobodyGaveIsNamedWithThoseThatExist() {
    assertThatThrownBy(
            () ->
                Trainer.of(DatasetRunTest::missing, new Config(1, 0))
                    .run(RunConfig.named("missing").storage(storage.toString()).quiet())
                    .dataset("train", Dataset.range(3))
                    .fit())
        .hasMessageContaining(
            "there is no dataset \"tain\"; the trainer was given train: add .dataset(\"tain\"");
  }

  static void missing(TrainContext<Config> ctx) {
    ctx.dataset("tain");
  }
}
