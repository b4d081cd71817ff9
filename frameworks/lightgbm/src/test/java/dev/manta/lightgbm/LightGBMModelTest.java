package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import dev.manta.testkit.python.Python;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LightGBMModelTest {
  @TempDir Path directory;
  private Result result;
  private LightGBMModel model;

  @BeforeEach
  void train() {
    Map<String, Object> parameters =
        Map.of("objective", "multiclass", "num_class", 3, "num_leaves", 5);
    result = new Runs(directory).fit(Runs.trainer(parameters, three(500)).rounds(4), 2, "run");
    model = Runs.model(result);
  }

  @Test
  void aPredictorThatIsClosedAnswersNoMoreAndMayBeClosedAgain() {
    LightGBMPredictor predictor = model.predictor();
    float[][] row = new float[1][model.featureNames().size()];
    assertThat(predictor.predict(row)[0]).hasSize(3);
    predictor.close();
    predictor.close();
    assertThatThrownBy(() -> predictor.predict(row))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("this model is closed");
  }

  @Test
  void aNumberThatStoodForAMissingValueStandsForOneInAnswersToo() {
    Dataset rows =
        Dataset.of(
            IntStream.range(0, 200)
                .mapToObj(i -> Row.of("x", i % 4 == 0 ? -1 : i % 4, "y", i % 4 == 0 ? 9 : i % 4))
                .toList());
    LightGBMTrainer trainer =
        LightGBMTrainer.of(Map.of("objective", "regression", "learning_rate", 0.5))
            .label("y")
            .missing(-1)
            .dataset("train", rows);
    model = Runs.model(new Runs(directory).fit(trainer.rounds(5), 1, "missing"));
    try (LightGBMPredictor predictor = model.predictor()) {
      double[][] said = predictor.predict(new float[][] {{-1}, {Float.NaN}});
      assertThat(said[0][0]).isEqualTo(said[1][0]).isGreaterThan(8);
      try (Batches<Batch> batches =
          model.predict(Dataset.of(List.of(Row.of("x", -1)))).batches(1)) {
        assertThat(batches.iterator().next().column("prediction").realAt(0)).isEqualTo(said[1][0]);
      }
    }
  }

  private static Dataset three(int rows) {
    return Runs.rows(rows, score -> score > 0.7 ? 2 : score > 0 ? 1 : 0);
  }

  @Test
  void itsTextIsTheOneThatLightGBMItselfWrites() {
    try (Booster booster = Booster.parse(LightGBMLibrary.load(), model.text())) {
      assertThat(upToParameters(model.text())).isEqualTo(upToParameters(booster.text(0, 0)));
    }
  }

  private static String upToParameters(String text) {
    return text.substring(0, text.indexOf("\nparameters:"));
  }

  @Test
  void itIsTheSameAfterItWasWrittenAndRead() throws Exception {
    Path file = Files.createDirectory(directory.resolve("saved")).resolve("mine.txt");
    model.save(file);
    LightGBMModel read = LightGBMModel.load(file);
    assertThat(read.text()).isEqualTo(model.text());
    assertThat(read.schema()).isEqualTo(model.schema());
    assertThat(LightGBMModel.of(model.text()).featureNames()).isEqualTo(model.featureNames());
    assertThat(read.rounds()).isEqualTo(4);
  }

  @Test
  void itPredictsAShareForEachClassOfTheRowsOfADataset() {
    List<Row> rows = model.predict(three(20)).takeAll();
    assertThat(rows)
        .hasSize(20)
        .allSatisfy(row -> assertThat(sum(row.toMap().get("prediction"))).isBetween(0.999, 1.001));
  }

  private static double sum(@Nullable Object shares) {
    return shares instanceof double[] array
        ? Arrays.stream(array).sum()
        : ((List<?>) Objects.requireNonNull(shares))
            .stream().mapToDouble(each -> ((Number) each).doubleValue()).sum();
  }

  @Test
  void rowsOfArraysGetTheSameAnswersAsThoseOfDatasets() {
    try (LightGBMPredictor predictor = model.predictor()) {
      double[][] answers = predictor.predict(new float[][] {new float[model.schema().size()]});
      assertThat(answers).hasDimensions(1, 3);
      double[][] parts = predictor.contributions(new float[1][model.schema().size()]);
      assertThat(parts).hasDimensions(1, 3 * (model.schema().size() + 1));
    }
  }

  @Test
  void rowsOfAnotherWidthAreRefused() {
    try (LightGBMPredictor predictor = model.predictor()) {
      assertThatThrownBy(() -> predictor.predict(new float[1][2]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("row 0 has 2 numbers, but the model has 4 features");
    }
  }

  @Test
  void featuresThatAreSplitAreImportant() {
    Map<String, Double> splits = model.importances(Importance.SPLITS);
    assertThat(splits.values().stream().mapToDouble(each -> each).sum())
        .isEqualTo(3.0 * 4 * (5 - 1));
    assertThat(model.importances(Importance.GAIN).get("b"))
        .isGreaterThan(model.importances(Importance.GAIN).getOrDefault("c", 0.0));
  }

  @Test
  void whatIsNoModelIsRefused() {
    assertThatThrownBy(() -> LightGBMModel.of("tree\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("this is not a model in LightGBM's text format");
  }

  @Test
  void pythonPredictsTheSame() throws Exception {
    Python.assumeHas("lightgbm");
    Path file = Files.writeString(directory.resolve("model.txt"), model.text());
    String script =
        "import sys, lightgbm\n"
            + "print(list(lightgbm.Booster(model_file=sys.argv[1]).predict([[0.5, -0.5, 2.0,"
            + " 1.0]])[0]))\n";
    String said = Python.run(script, file);
    try (LightGBMPredictor predictor = model.predictor()) {
      double[] mine = predictor.predict(new float[][] {{0.5f, -0.5f, 2, 1}})[0];
      double[] theirs =
          Arrays.stream(said.replaceAll("np\\.float64\\(|[\\[\\])\\s]", "").split(","))
              .mapToDouble(Double::parseDouble)
              .toArray();
      assertThat(theirs).containsExactly(mine, within(1e-12));
    }
  }
}
