package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Row;
import dev.manta.tabular.TableFeature;
import dev.manta.tabular.TableSchema;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.testkit.python.Python;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class XGBoostModelTest {
  private static final float[][] CORNERS = {{1, 1, 0, 0}, {-1, -1, 0, 0}};

  @TempDir Path directory;
  private Checkpoint checkpoint;
  private XGBoostModel model;

  @BeforeEach
  void train() {
    var trainer =
        XGBoostTrainer.of(Map.of("objective", "binary:logistic"))
            .label("y")
            .rounds(10)
            .dataset("train", ContractRows.of(200));
    checkpoint = new Runs(directory).fit(trainer, 1).latestCheckpoint().orElseThrow().checkpoint();
    model = XGBoostModel.load(checkpoint);
  }

  private static float[][] answers(XGBoostModel model) {
    try (XGBoostPredictor predictor = model.predictor()) {
      return predictor.predict(CORNERS);
    }
  }

  @Test
  void aCheckpointHasTheModelAndItsFeaturesAsFiles() {
    checkpoint.asDirectory(
        files -> {
          assertThat(files.resolve("model.ubj")).exists();
          assertThat(files.resolve("table.json")).content().contains("\"name\":\"a\"");
          return files;
        });
  }

  @Test
  void aRowInACornerIsOfItsClass() {
    assertThat(answers(model)[0][0]).isGreaterThan(0.8f);
    assertThat(answers(model)[1][0]).isLessThan(0.2f);
  }

  @Test
  void aModelIsTheSameThroughFilesAndBytes() {
    float[][] expected = answers(model);
    for (String name : List.of("m.ubj", "m.json")) {
      Path file = directory.resolve(name);
      model.save(file);
      assertThat(answers(XGBoostModel.load(file))).isDeepEqualTo(expected);
    }
    XGBoostModel fromBytes = XGBoostModel.of(model.bytes());
    assertThat(answers(fromBytes)).isDeepEqualTo(expected);
    assertThat(fromBytes.featureNames()).containsExactly("a", "b", "c", "d");
  }

  @Test
  void theJsonIsXGBoostsOwnWithFeatureNames() throws Exception {
    Path file = directory.resolve("m.json");
    model.save(file);
    assertThat(Files.readString(file))
        .contains("\"feature_names\":[\"a\",\"b\",\"c\",\"d\"]")
        .contains("\"version\":[3,0,");
  }

  @Test
  void xgboost4jPredictsTheSameFromTheFileInACheckpoint() {
    float[][] theirs = checkpoint.asDirectory(files -> inXGBoost4J(files.resolve("model.ubj")));
    assertThat(theirs).isDeepEqualTo(answers(model));
  }

  private static float[][] inXGBoost4J(Path file) {
    float[] rows = new float[CORNERS.length * CORNERS[0].length];
    for (int row = 0; row < CORNERS.length; row++) {
      System.arraycopy(CORNERS[row], 0, rows, row * CORNERS[0].length, CORNERS[0].length);
    }
    try {
      var matrix =
          new ml.dmlc.xgboost4j.java.DMatrix(rows, CORNERS.length, CORNERS[0].length, Float.NaN);
      var booster = ml.dmlc.xgboost4j.java.XGBoost.loadModel(file.toString());
      matrix.setFeatureNames(booster.getFeatureNames());
      return booster.predict(matrix);
    } catch (XGBoostError e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void pythonPredictsTheSameFromTheFileInACheckpoint() {
    Python.assumeHas("xgboost");
    String script =
        """
        import sys, xgboost
        rows = [[1, 1, 0, 0], [-1, -1, 0, 0]]
        booster = xgboost.Booster(model_file=sys.argv[1])
        matrix = xgboost.DMatrix(rows, feature_names=booster.feature_names)
        print(*booster.feature_names, *booster.predict(matrix).tolist(), sep="\\n")
        """;
    List<String> said =
        checkpoint.asDirectory(
            files -> Python.run(script, files.resolve("model.ubj")).lines().toList());
    assertThat(said.subList(0, 4)).containsExactly("a", "b", "c", "d");
    for (int row = 0; row < CORNERS.length; row++) {
      assertThat(Double.parseDouble(said.get(4 + row)))
          .isCloseTo(answers(model)[row][0], within(1e-6));
    }
  }

  @Test
  void whatMattersIsImportant() {
    for (Importance kind : Importance.values()) {
      assertThat(model.importances(kind)).containsKeys("a", "b");
    }
    Map<String, Double> gains = model.importances(Importance.TOTAL_GAIN);
    assertThat(gains.get("a")).isGreaterThan(10 * gains.getOrDefault("c", 0.0));
  }

  @Test
  void datasetsGetAColumnOfPredictions() {
    List<Row> rows = model.predict(ContractRows.of(20)).takeAll();
    assertThat(rows).hasSize(20).allMatch(row -> row.real("prediction") < 1);
    String location = checkpoint.location().toString();
    List<Row> again =
        ContractRows.of(20).mapBatchesWith(7, () -> XGBoostModel.predictor(location)).takeAll();
    assertThat(again).isEqualTo(rows);
  }

  @Test
  void arraysAndBatchesGetTheSameAnswers() {
    try (XGBoostPredictor predictor = model.predictor();
        Batch batch = ContractRows.of(1).batches(1).iterator().next()) {
      float[] row = batch.matrix(ContractRows.FEATURES);
      float one = predictor.apply(batch).floats("prediction")[0];
      assertThat(predictor.predict(new float[][] {row})[0][0]).isCloseTo(one, within(0f));
    }
  }

  @Test
  void aPredictorThatIsClosedSaysSoHoweverOften() {
    XGBoostPredictor predictor = model.predictor();
    predictor.close();
    predictor.close();
    assertThatIllegalStateException()
        .isThrownBy(() -> predictor.predict(CORNERS))
        .withMessageContaining("this model is closed");
  }

  @Test
  void moreValuesThanAnArrayHoldsAreNoMatter() {
    var wide = IntStream.range(0, 50_000).mapToObj(i -> TableFeature.number("f" + i)).toList();
    try (var predictor = XGBoostModel.of(model.bytes(), new TableSchema(wide)).predictor()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> predictor.predict(new float[50_000][1]))
          .withMessageStartingWith("row 0 has 1 numbers");
    }
  }

  @Test
  void manyRowsAreAnsweredInTheirOrder() {
    float[][] rows = new float[(1 << 20) + 3][];
    Arrays.fill(rows, CORNERS[0]);
    rows[rows.length - 1] = CORNERS[1];
    float[][] expected = answers(model);
    try (XGBoostPredictor predictor = model.predictor()) {
      float[][] answers = predictor.predict(rows);
      assertThat(answers).hasNumberOfRows(rows.length);
      assertThat(answers[rows.length - 2]).isEqualTo(expected[0]);
      assertThat(answers[rows.length - 1]).isEqualTo(expected[1]);
    }
  }

  @Test
  void aModelOfOtherFeaturesIsNotSavedBesideOneThatWouldTakeItsCategories() {
    model.save(directory.resolve("one.ubj"));
    var other = XGBoostModel.of(model.bytes(), new TableSchema(List.of(TableFeature.number("z"))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> other.save(directory.resolve("two.ubj")))
        .withMessageContaining("table.json is that of other models");
    other.save(directory.resolve("one.ubj"));
  }

  @Test
  void aRowOfAnotherWidthIsRefused() {
    try (XGBoostPredictor predictor = model.predictor()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> predictor.predict(new float[][] {{1, 2}}))
          .withMessage("row 0 has 2 numbers, but the model has 4 features: a, b, c, d");
    }
  }
}
