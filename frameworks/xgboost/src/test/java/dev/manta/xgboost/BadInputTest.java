package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.TrainingFailed;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.testkit.framework.ContractRows;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What users read when something of what they gave is wrong.
@Timeout(120)
class BadInputTest {
  private static final Map<String, Object> BINARY = Map.of("objective", "binary:logistic");

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  private static XGBoostTrainer trainer(Map<String, Object> parameters) {
    return XGBoostTrainer.of(parameters).label("y").rounds(3).dataset("train", ContractRows.of(50));
  }

  private static Dataset rows(Object... firstNamesAndValues) {
    Row first = Row.of(firstNamesAndValues);
    return Dataset.of(
        IntStream.range(0, 20).mapToObj(i -> i == 0 ? first : first.with("y", i % 2)).toList());
  }

  private void refuses(XGBoostTrainer trainer, int ranks, String... words) {
    assertThatThrownBy(() -> runs.fit(trainer, ranks))
        .isInstanceOf(TrainingFailed.class)
        .message()
        .contains(words);
  }

  @Test
  void aLabelThatIsNoColumnIsNamedWithTheColumns() {
    refuses(
        trainer(BINARY).label("z"),
        2,
        "dataset \"train\" has no column \"z\", which is the label; it has a, b, c, d, y");
  }

  @Test
  void aLabelThatWasNotSaidIsAskedFor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> XGBoostTrainer.of(BINARY).dataset("train", ContractRows.of(5)).trainer())
        .withMessage("there is no label column yet: name it with label(\"column\")");
  }

  @Test
  void textInAFeatureIsRefusedWithAWayOut() {
    refuses(
        trainer(BINARY).dataset("train", rows("x", "red", "y", 1)),
        1,
        "feature \"x\" is text",
        "categorical(\"x\")");
  }

  @Test
  void aLabelThatIsMissingIsNamedByItsRow() {
    refuses(
        trainer(BINARY).dataset("train", rows("x", 1.5, "y", Double.NaN)),
        1,
        "rank 0: the label \"y\" of dataset \"train\" is missing in its row 0");
  }

  @Test
  void classesBeyondTheirNumberAreRefused() {
    refuses(
        trainer(Map.of("objective", "multi:softprob", "num_class", 2))
            .dataset("train", rows("x", 1.5, "y", 7)),
        2,
        "dataset \"train\": labels of 2 classes are the whole numbers 0 to 1, but there are labels"
            + " 0 to 7");
  }

  @Test
  void aNumberOfClassesThatIsMissingIsAskedFor() {
    refuses(
        trainer(Map.of("objective", "multi:softprob")),
        1,
        "objective multi:softprob needs the parameter num_class");
  }

  @Test
  void labelsThatAreNoChancesAreRefused() {
    refuses(
        trainer(BINARY).dataset("train", rows("x", 1.5, "y", 3)),
        1,
        "labels of objective binary:logistic are from 0 to 1, but there are labels from 0.0 to"
            + " 3.0");
  }

  @Test
  void aParameterThatXGBoostDoesNotKnowIsRefusedWithTheNearest() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> XGBoostTrainer.of(Map.of("maxDeph", 3)))
        .withMessage("XGBoost has no parameter \"max_deph\"; did you mean max_depth?");
  }

  @Test
  void aFractionWhereAWholeNumberBelongsIsRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> XGBoostTrainer.of(Map.of("max_bin", 64.0)))
        .withMessage("XGBoost's parameter max_bin is a whole number, not 64.0");
  }

  @Test
  void listsMayBeTextsAsPythonHasThem() {
    runs.fit(trainer(Map.of("monotone_constraints", "(1,0,0,0)")), 1);
    runs.fit(trainer(Map.of("objective", "reg:quantileerror", "quantile_alpha", "[0.5]")), 1);
  }

  @Test
  void aValueThatXGBoostRefusesIsToldInItsWords() {
    refuses(trainer(Map.of("objective", "binary:logistic", "eta", -1)), 2, "learning_rate");
    refuses(trainer(Map.of("eval_metric", "nonsense")), 2, "Unknown metric function nonsense");
  }

  @Test
  void featuresThatOnlySomeRanksHaveAreNamed() {
    Dataset rows =
        Dataset.of(IntStream.range(0, 20).mapToObj(i -> Row.of("x", 1.0 * i, "y", i % 2)).toList())
            .repartition(10)
            .flatMapBatches(
                10,
                batch ->
                    batch.floats("x")[0] < 10
                        ? batch.retain()
                        : batch.withColumn("z", java.util.Collections.nCopies(batch.rows(), 1.0)));
    refuses(trainer(BINARY).dataset("train", rows), 2, "z");
  }

  @Test
  void aValidationSetWithOtherColumnsIsRefused() {
    refuses(
        trainer(BINARY).dataset("valid", rows("a", 1.0, "b", 1.0, "y", 1)),
        2,
        "dataset \"valid\" has no column \"c\", which is a feature");
  }

  @Test
  void aTrainingWithoutRowsToLearnFromIsRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                XGBoostTrainer.of(BINARY).label("y").dataset("valid", ContractRows.of(5)).trainer())
        .withMessage(
            "there is no dataset \"train\" to learn from, only valid; add it with"
                + " dataset(\"train\", …)");
  }

  @Test
  void countsBelowOneAreRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer(BINARY).rounds(0))
        .withMessage("rounds must be at least 1, not 0");
    assertThatIllegalArgumentException().isThrownBy(() -> trainer(BINARY).earlyStopping(0));
    assertThatIllegalArgumentException().isThrownBy(() -> trainer(BINARY).checkpointEvery(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> trainer(BINARY).memory(0));
  }

  @Test
  void earlyStoppingNeedsRowsThatAreNotLearnedFrom() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer(BINARY).earlyStopping(3).trainer())
        .withMessageContaining(
            "early stopping needs a validation set: add one with dataset(\"valid\", …)");
  }

  @Test
  void earlyStoppingNamesTheMetricsThereAre() {
    refuses(
        trainer(BINARY).dataset("valid", ContractRows.of(20)).earlyStopping(3, "valid-auc"),
        1,
        "early stopping watches \"valid-auc\", but each round reports train-logloss,"
            + " valid-logloss");
  }

  @Test
  void linearModelsAreNotLearnedBySeveralRanks() {
    refuses(
        trainer(Map.of("objective", "binary:logistic", "booster", "gblinear")),
        2,
        "2 ranks cannot learn one model of booster gblinear");
  }

  @Test
  void objectiveSurvivalCoxIsRefusedForSeveralRanks() {
    Map<String, Object> cox = Map.of("objective", "survival:cox");
    refuses(trainer(cox), 2, "2", "objective survival:cox", "ScalingConfig.workers(1)");
    runs.fit(trainer(cox), 1);
  }

  @Test
  void metricsThatEachRankWouldComputeOfItsOwnRowsAreRefused() {
    Map<String, Object> ams = Map.of("objective", "binary:logistic", "eval_metric", "auc,ams@0.2");
    refuses(trainer(ams), 2, "XGBoost computes metric ams@0.2 for the rows of one rank only");
    Map<String, Object> map = Map.of("objective", "binary:logistic", "eval_metric", "map@3");
    refuses(
        trainer(map),
        2,
        "metric map@3 ranks rows within groups, and dataset \"train\" has none",
        "query(\"…\")");
    runs.fit(trainer(map), 1);
  }

  @Test
  void rankingNeedsGroups() {
    refuses(
        trainer(Map.of("objective", "rank:ndcg")),
        1,
        "objective rank:ndcg ranks rows within groups",
        "query(");
  }

  @Test
  void rolesThatContradictEachOtherAreRefusedAtOnce() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trainer(BINARY).weight("y"))
        .withMessageContaining("two roles");
  }
}
