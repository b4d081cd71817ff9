package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.ValidationConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which rows are for the test does not depend on where the files are.
class SampledFilesTest {
  @TempDir Path root = Path.of("");

  /// The same two files, wherever they are.
  private Path files(String where) throws IOException {
    Path directory = Files.createDirectories(root.resolve(where));
    Files.createDirectories(directory.resolve("more"));
    Files.writeString(directory.resolve("a.csv"), rows(0, 200));
    Files.writeString(directory.resolve("more/b.csv"), rows(200, 400));
    return directory;
  }

  private static String rows(long from, long to) {
    return LongStream.range(from, to)
        .mapToObj(Long::toString)
        .collect(Collectors.joining("\n", "id\n", "\n"));
  }

  private static List<Long> ids(Dataset dataset) {
    return dataset.takeAll().stream().map(row -> row.whole("id")).toList();
  }

  private void isTheSameElsewhere(UnaryOperator<String> path) throws IOException {
    String here = path.apply(files("here").toString());
    String elsewhere = path.apply(files("quite/else/where").toString());
    List<Long> test = ids(Dataset.csv(here).trainTestSplit(0.3, 1).test());
    assertThat(test).isNotEmpty();
    assertThat(ids(Dataset.csv(elsewhere).trainTestSplit(0.3, 1).test())).isEqualTo(test);
  }

  @Test
  void aDirectoryIsSplitTheSameWayElsewhere() throws IOException {
    isTheSameElsewhere(directory -> directory);
  }

  @Test
  void aFileIsSplitTheSameWayElsewhere() throws IOException {
    isTheSameElsewhere(directory -> directory + "/more/b.csv");
  }

  @Test
  void aGlobIsSplitTheSameWayElsewhere() throws IOException {
    isTheSameElsewhere(directory -> directory + "/{a,more/b}.csv");
  }

  @Test
  void unitsOfSeveralFilesAreSplitTheSameWayElsewhere() throws IOException {
    String[] all = {files("here").toString(), files("quite/else/where").toString()};
    List<List<Long>> tests =
        List.of(all).stream()
            .map(path -> ids(Dataset.csv(path).repartition(150).trainTestSplit(0.3, 1).test()))
            .toList();
    assertThat(tests.getFirst()).isEqualTo(tests.getLast()).isNotEmpty();
  }

  @Test
  void filesOfOneNameInTwoDirectoriesAreSampledApart() throws IOException {
    Path one = Files.createDirectories(root.resolve("one"));
    Path two = Files.createDirectories(root.resolve("two"));
    Files.writeString(one.resolve("a.csv"), rows(0, 200));
    Files.writeString(two.resolve("a.csv"), rows(0, 200));
    Dataset both = Dataset.csv(one.toString(), two.toString());
    List<Long> test = ids(both.trainTestSplit(0.3, 1).test());
    List<Long> first = ids(Dataset.csv(one.toString()).trainTestSplit(0.3, 1).test());
    assertThat(test.subList(0, first.size())).isEqualTo(first);
    assertThat(test.subList(first.size(), test.size())).isNotEqualTo(first);
  }

  record Config(String file, boolean fails) {}

  private static final List<Long> SEEN = new CopyOnWriteArrayList<>();

  static void train(TrainContext<Config> ctx) {
    for (Batch batch : ctx.dataset("train").batches(100)) {
      for (long id : batch.longs("id")) {
        SEEN.add(id);
      }
    }
    ctx.report(Metrics.of("rows", SEEN.size()));
    if (ctx.config().fails()) {
      throw new IllegalStateException("half way");
    }
  }

  private List<Long> seen(String file, boolean fails) {
    SEEN.clear();
    Trainer trainer =
        Trainer.of(SampledFilesTest::train, new Config(file, fails))
            .dataset("train", Dataset.csv(file).trainTestSplit(0.3, 1).train())
            .scaling(ScalingConfig.inProcess(1))
            .run(
                RunConfig.named("old")
                    .storage(root.resolve("runs").toString())
                    .failures(FailureConfig.none())
                    .quiet());
    if (fails) {
      assertThatThrownBy(trainer::fit).isInstanceOf(TrainingFailed.class);
    } else {
      trainer.fit();
    }
    return List.copyOf(SEEN);
  }

  @Test
  void aRunThatAnOlderVersionBeganKeepsItsRows() throws IOException {
    String file = files("here").resolve("a.csv").toString();
    List<Long> since = seen(file, true);
    Path note = root.resolve("runs/old/run.json");
    String begun = Files.readString(note);
    assertThat(seen(file, true)).as("of a run that continues").isEqualTo(since);

    Files.writeString(note, begun.replaceFirst(",\"sampling\":\"[^\"]*\"", ""));
    assertThat(note).content().isNotEqualTo(begun);
    List<Long> before = byAbsolutePath(Dataset.csv(file).trainTestSplit(0.3, 1).train());
    assertThat(before).isNotEqualTo(since);
    assertThat(seen(file, true)).isEqualTo(before);
    assertThat(seen(file, false)).as("what it was begun with is kept").isEqualTo(before);
  }

  private static final List<Long> READ = new CopyOnWriteArrayList<>();
  private static final List<Long> NESTED = new CopyOnWriteArrayList<>();
  private static final List<Long> SCORED = new CopyOnWriteArrayList<>();

  private static Dataset split(Config config) {
    return Dataset.csv(config.file()).trainTestSplit(0.3, 1).train();
  }

  static void opensItself(TrainContext<Config> ctx) {
    if (ctx.config().fails()) {
      throw new IllegalStateException("at once");
    }
    READ.addAll(ids(split(ctx.config())));
    Config config = ctx.config();
    Dataset.range(1).withColumn("rows", _ -> NESTED.addAll(ids(split(config)))).takeAll();
    Path more = Path.of(ctx.config().file()).resolveSibling("more");
    ctx.report(Metrics.empty(), Checkpoint.fromDirectory(more));
  }

  static Metrics score(Checkpoint checkpoint, Config config) {
    SCORED.addAll(ids(split(config)));
    return Metrics.of("notes", checkpoint.metadata().size());
  }

  @Test
  void functionsThatOpenDatasetsThemselvesKeepTheRowsOfTheirRunToo() throws IOException {
    String file = files("here").resolve("a.csv").toString();
    var fails = new Config(file, true);
    var works = new Config(file, false);
    RunConfig run =
        RunConfig.named("old")
            .storage(root.resolve("runs").toString())
            .failures(FailureConfig.none())
            .quiet();
    var validation = ValidationConfig.of(SampledFilesTest::score, works);
    Trainer trainer =
        Trainer.of(SampledFilesTest::opensItself, fails)
            .scaling(ScalingConfig.inProcess(1))
            .run(run);
    assertThatThrownBy(trainer::fit).isInstanceOf(TrainingFailed.class);
    Path note = root.resolve("runs/old/run.json");
    Files.writeString(note, Files.readString(note).replaceFirst(",\"sampling\":\"[^\"]*\"", ""));
    Trainer.of(SampledFilesTest::opensItself, works)
        .scaling(ScalingConfig.inProcess(1))
        .run(run)
        .validation(validation)
        .fit();
    List<Long> before = byAbsolutePath(split(works));
    assertThat(ids(split(works))).as("outside of that run").isNotEqualTo(before);
    assertThat(READ).as("in training").isEqualTo(before);
    assertThat(NESTED).as("in a function of a dataset").isEqualTo(before);
    assertThat(SCORED).as("in validation").isEqualTo(before);
  }

  private static List<Long> byAbsolutePath(Dataset dataset) {
    var spec = dataset.spec(DataConfig.split()).sampledByAbsolutePath();
    List<Long> ids = new CopyOnWriteArrayList<>();
    try (var shard = new RankShard("old", spec, ShardPosition.alone())) {
      for (Batch batch : shard.batches(100)) {
        for (long id : batch.longs("id")) {
          ids.add(id);
        }
      }
    }
    return ids;
  }
}
