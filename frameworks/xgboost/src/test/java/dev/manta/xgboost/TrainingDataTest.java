package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.testkit.framework.ContractRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Rows of all kinds, as they come from datasets.
@Timeout(120)
class TrainingDataTest {
  private static final Map<String, Object> BINARY =
      Map.of("objective", "binary:logistic", "max_depth", 3);

  /// With a bin for each value of a table, however bins are found.
  private static final Map<String, Object> EXACT =
      Map.of("objective", "binary:logistic", "max_depth", 3, "max_bin", 1024);

  private static final String TEMP = "java.io.tmpdir";
  private static final Set<String> ON_DISK = new ConcurrentSkipListSet<>();

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  private static XGBoostTrainer trainer(Map<String, Object> parameters, Dataset rows) {
    return XGBoostTrainer.of(parameters).label("y").rounds(10).dataset("train", rows);
  }

  private static Dataset rows(int count, IntFunction<Row> row) {
    return Dataset.of(IntStream.range(0, count).mapToObj(row).toList());
  }

  private double loss(XGBoostTrainer trainer, int ranks) {
    return runs.fit(trainer, ranks).metrics().number("train-logloss");
  }

  /// With a bin for each value, ranks know the same splits as one; else bins are estimates.
  @Test
  void twoAndFourRanksLearnAsOneDoes() {
    double one = loss(trainer(EXACT, ContractRows.of(600)), 1);
    assertThat(loss(trainer(EXACT, ContractRows.of(600)), 2)).isCloseTo(one, within(1e-6));
    assertThat(loss(trainer(EXACT, ContractRows.of(600)), 4)).isCloseTo(one, within(1e-6));
    assertThat(loss(trainer(BINARY, ContractRows.of(600)), 4)).isCloseTo(one, within(0.005));
  }

  /// Validation rows are read when those to learn from are where they stay.
  private static Row look(Row row) {
    try {
      if (!pages().isEmpty()) {
        ON_DISK.add("pages");
      }
      if (Files.readString(Path.of("/proc/self/maps")).contains("/manta-rows-")) {
        ON_DISK.add("rows");
      }
      return row;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty(TEMP)))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("manta-xgboost-"))
          .toList();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void rowsThatExceedTheMemoryLieOnDiskAndTeachTheSame() throws IOException {
    XGBoostTrainer inMemory =
        trainer(EXACT, ContractRows.of(600))
            .dataset("valid", ContractRows.of(5).map(TrainingDataTest::look));
    Path disk = Files.createDirectory(directory.resolve("disk"));
    String temp = System.setProperty(TEMP, disk.toString()); // other processes use the usual one
    try {
      ON_DISK.clear();
      XGBoostModel usual = runs.model(inMemory, 2);
      assertThat(ON_DISK).isEmpty();
      assertThat(runs.model(inMemory.memory(1000), 2).bytes()).isEqualTo(usual.bytes());
      assertThat(ON_DISK).containsExactly("pages", "rows");
      assertThat(pages()).isEmpty();
    } finally {
      System.setProperty(TEMP, temp);
    }
  }

  @Test
  void treesThatAreGrownWithoutHistogramsOfBinsGetTheValues() {
    Map<String, Object> approx =
        Map.of("objective", "binary:logistic", "max_depth", 3, "tree_method", "approx");
    assertThat(loss(trainer(approx, ContractRows.of(300)), 2)).isLessThan(0.3);
  }

  @Test
  void linearModelsAreTrainedToo() {
    Map<String, Object> linear = Map.of("objective", "binary:logistic", "booster", "gblinear");
    Result result = runs.fit(trainer(linear, ContractRows.of(300)), 1);
    assertThat(result.metrics().number("train-logloss")).isLessThan(0.5);
    try (XGBoostPredictor predictor = Runs.model(result).predictor()) {
      float[][] answers = predictor.predict(new float[][] {{1, 1, 0, 0}, {0, 0, 0, 0}});
      assertThat(answers[0][0]).isGreaterThan(answers[1][0]);
    }
  }

  @Test
  void categoriesAreSplitByTheirNames() {
    List<String> colours = List.of("red", "green", "blue", "white", "black", "grey");
    Dataset rows =
        rows(
            240,
            i -> {
              int colour = i % 6;
              return Row.of("colour", colours.get(colour), "n", i % 7, "y", colour % 2);
            });
    Result result =
        runs.fit(
            trainer(Map.of("objective", "binary:logistic", "eta", 1), rows).categorical("colour"),
            2);
    assertThat(result.metrics().number("train-logloss")).isLessThan(0.1);
    List<Row> answers =
        Runs.model(result)
            .predict(
                Dataset.of(
                    List.of(Row.of("colour", "green", "n", 1), Row.of("colour", "blue", "n", 1))))
            .takeAll();
    assertThat(answers.get(0).real("prediction")).isGreaterThan(0.8);
    assertThat(answers.get(1).real("prediction")).isLessThan(0.2);
  }

  @Test
  void rowsOfWeight0AreNotLearned() {
    Dataset rows =
        rows(200, i -> Row.of("x", i % 10, "y", i < 100 ? i % 10 / 5 : 1, "w", i < 100 ? 1 : 0));
    XGBoostModel model =
        runs.model(trainer(Map.of("objective", "binary:logistic", "eta", 1), rows).weight("w"), 2);
    try (XGBoostPredictor predictor = model.predictor()) {
      assertThat(predictor.predict(new float[][] {{1}})[0][0]).isLessThan(0.1f);
    }
    assertThat(model.featureNames()).containsExactly("x");
  }

  @Test
  void aNumberMayStandForMissing() {
    Dataset rows =
        rows(200, i -> Row.of("x", i % 2 == 0 ? -999.0 : i % 10 - 5.0, "y", i % 2 == 0 ? 1 : 0));
    XGBoostModel model =
        runs.model(
            trainer(Map.of("objective", "binary:logistic", "eta", 1), rows).missing(-999), 2);
    try (XGBoostPredictor predictor = model.predictor()) {
      float[][] answers = predictor.predict(new float[][] {{Float.NaN}, {-999}});
      assertThat(answers[0][0]).isGreaterThan(0.9f).isEqualTo(answers[1][0]);
    }
  }

  @Test
  void groupsAreRankedWhereverTheirRowsLie() {
    Random random = new Random(3);
    Dataset rows =
        rows(
            400,
            i -> {
              float x = random.nextFloat();
              return Row.of(
                  "x", x, "noise", random.nextFloat(), "group", i % 20, "y", (int) (x * 4));
            });
    Map<String, Object> ranking = Map.of("objective", "rank:ndcg", "eval_metric", "ndcg@3");
    XGBoostTrainer trainer = trainer(ranking, rows).query("group");
    for (int ranks = 1; ranks <= 3; ranks += 2) {
      assertThat(runs.fit(trainer, ranks).metrics().number("train-ndcg@3")).isGreaterThan(0.95);
    }
  }

  @Test
  void aRankWithoutRowsGrowsTheSameTrees() {
    assertThat(runs.fit(trainer(BINARY, ContractRows.of(2)), 3).metrics().number("train-logloss"))
        .isFinite();
  }

  @Test
  void onlyTheFeaturesThatAreNamedAreLearnedFrom() {
    XGBoostModel model = runs.model(trainer(BINARY, ContractRows.of(100)).features("b", "a"), 2);
    assertThat(model.featureNames()).containsExactly("b", "a");
  }
}
