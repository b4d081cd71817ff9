package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class MistakesTest {
  private static final Map<String, Object> BINARY = Map.of("objective", "binary");

  @TempDir Path directory;

  private void refused(LightGBMTrainer trainer, String message) {
    assertThatThrownBy(() -> new Runs(directory).fit(trainer.rounds(2), 2, "run"))
        .hasStackTraceContaining(message);
  }

  private static Dataset rows(Row... rows) {
    return Dataset.of(List.of(rows));
  }

  @Test
  void aMissingLabelColumnIsNamedWithTheNearest() {
    refused(
        Runs.trainer(BINARY, Runs.classes(50)).label("yy"),
        "dataset \"train\" has no column \"yy\", which is the label");
  }

  @Test
  void noLabelAtAllIsRefusedAtOnce() {
    assertThatThrownBy(
            () -> LightGBMTrainer.of(BINARY).dataset("train", Runs.classes(50)).trainer())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name it with label(");
  }

  @Test
  void textInAFeatureIsRefused() {
    refused(Runs.trainer(BINARY, Runs.classes(50)).categorical(), "feature \"kind\" is text");
  }

  @Test
  void aMissingLabelIsNamedWithItsRow() {
    refused(
        LightGBMTrainer.of(BINARY)
            .label("y")
            .dataset("train", rows(Row.of("x", 1.0, "y", Double.NaN), Row.of("x", 2.0, "y", 1.0))),
        "the label \"y\" of dataset \"train\" is missing in its row 0");
  }

  @Test
  void aClassBeyondTheNumberOfClassesIsRefused() {
    refused(
        Runs.trainer(
            Map.of("objective", "multiclass", "num_class", 3),
            Runs.rows(50, score -> score > 0 ? 3 : 0)),
        "labels of 3 classes are the whole numbers 0 to 2, but there are labels 0 to 3");
  }

  @Test
  void aLabelThatIsNeither0Nor1IsRefusedWhereThereAreTwoClasses() {
    refused(
        Runs.trainer(Map.of("objective", "binary"), Runs.rows(50, score -> score)),
        "labels of 2 classes are the whole numbers 0 to 1");
  }

  @ParameterizedTest
  @CsvSource({
    "num_leafs, did you mean num_leaf",
    "learningRat, did you mean learning_rate",
    "zzzzzzzz, see its documentation",
    "num_iterations, use rounds(n)",
    "nrounds, use rounds(n)",
    "early_stopping_rounds, use earlyStopping(n)",
    "machines, use scaling",
    "cat_feature, use categorical(columns)"
  })
  void aParameterThatLightGBMDoesNotHaveOrThatIsMantasIsRefusedAtOnce(String name, String advice) {
    assertThatThrownBy(() -> LightGBMTrainer.of(Map.of(name, 7)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(advice);
  }

  @Test
  void aParameterUnderTwoOfItsNamesIsRefused() {
    assertThatThrownBy(() -> LightGBMTrainer.of(Map.of("eta", 0.1, "learning_rate", 0.2)))
        .hasMessageContaining("parameter \"learning_rate\" of LightGBM is given twice");
  }

  @Test
  void aMetricThatSingleRanksCannotSayIsRefusedWithThoseThatCanBe() {
    assertThatThrownBy(
            () -> LightGBMTrainer.of(Map.of("objective", "multiclass", "metric", "auc_mu")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metric \"auc_mu\" cannot be computed over all ranks")
        .hasMessageContaining("auc, average_precision, binary_error");
  }

  @Test
  void ranksThatSeeDifferentFeaturesAreNamedWithThem() {
    Dataset rows =
        Dataset.of(IntStream.range(0, 20).mapToObj(i -> Row.of("x", 1.0 * i, "y", i % 2)).toList())
            .repartition(10)
            .flatMapBatches(
                10,
                batch ->
                    batch.floats("x")[0] < 10
                        ? batch.retain()
                        : batch.withColumn("z", Collections.nCopies(batch.rows(), 1.0)));
    refused(
        LightGBMTrainer.of(BINARY).label("y").dataset("train", rows),
        "ranks see different features of dataset \"train\": rank 0 has x, rank 1 has x, z;"
            + " name those to use with features(…)");
  }

  @Test
  void aValidationSetWithOtherColumnsIsRefused() {
    refused(
        Runs.trainer(BINARY, Runs.classes(50))
            .dataset("valid", rows(Row.of("a", 1.0, "y", 1), Row.of("a", 2.0, "y", 0))),
        "dataset \"valid\" has no column");
  }

  @Test
  void noTrainIsRefusedAtOnce() {
    assertThatThrownBy(
            () -> LightGBMTrainer.of(BINARY).label("y").dataset("valid", Runs.classes(9)).trainer())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no dataset \"train\" to learn from, only valid; add it with"
                + " dataset(\"train\", …)");
  }

  @Test
  void earlyStoppingWithoutADatasetToWatchIsRefusedAtOnce() {
    assertThatThrownBy(() -> Runs.trainer(BINARY, Runs.classes(9)).earlyStopping(3).trainer())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "early stopping needs a validation set: add one with dataset(\"valid\", …)");
  }

  @Test
  void noRoundsAreRefusedAtOnce() {
    assertThatThrownBy(() -> LightGBMTrainer.of(BINARY).rounds(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rounds must be at least 1, not 0");
  }

  @Test
  void aColumnWithTwoRolesIsRefusedAtOnce() {
    assertThatThrownBy(() -> LightGBMTrainer.of(BINARY).weight("y").label("y"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column \"y\" has two roles");
  }

  @Test
  void whatLightGBMRefusesIsSaidInItsWords() {
    refused(
        Runs.trainer(Map.of("objective", "binary", "num_leaves", 1), Runs.classes(50)),
        "LightGBM: Check failed: (num_leaves)");
  }

  @Test
  void aMetricForTwoClassesIsRefusedWhereThereAreMore() {
    assertThatThrownBy(
            () ->
                LightGBMTrainer.of(
                    Map.of("objective", "multiclass", "num_class", 3, "metric", "auc")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("metric \"auc\" is for two classes");
  }

  @Test
  void aValueThatLightGBMWouldTakeForTwoParametersIsRefused() {
    assertThatThrownBy(() -> LightGBMTrainer.of(Map.of("objective", "binary num_leaves=2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is \"binary num_leaves=2\", but cannot have spaces in it");
  }

  private void refusedParameter(String name, Object value, String message) {
    Map<String, Object> parameters = Map.of("objective", "binary", name, value);
    refused(
        LightGBMTrainer.of(parameters)
            .label("y")
            .features("a", "kind")
            .categorical("kind")
            .dataset("train", Runs.classes(50)),
        message);
  }

  @Test
  void whatTheLibraryWouldEndTheProcessWithIsRefused() {
    refusedParameter(
        "use_quantized_grad",
        true,
        "use_quantized_grad goes with numbers only, but feature \"kind\" is categorical");
    refusedParameter(
        "monotone_constraints",
        List.of(1, -1),
        "monotone_constraints has -1 for feature \"kind\", which is categorical");
    refusedParameter(
        "monotone_constraints", List.of(1), "monotone_constraints has 1 numbers for 2 features");
  }

  @Test
  void treesThatEachWorkerWouldGrowForItselfAreRefused() {
    refusedParameter("tree_learner", "serial", "tree_learner is serial, but each worker has");
    refusedParameter("linear_tree", true, "linear_tree is for one worker");
  }

  @Test
  void aRankWithoutRowsIsNoMistakeWhateverIsLearned() {
    for (String objective : List.of("binary", "regression", "l1", "cross_entropy", "poisson")) {
      var runs = new Runs(directory.resolve(objective));
      runs.fit(
          Runs.trainer(
                  Map.of("objective", objective, "min_data_in_leaf", 1, "min_data_in_bin", 1),
                  Runs.rows(2, score -> score > 0 ? 1 : 0))
              .rounds(2),
          3,
          "run");
    }
  }
}
