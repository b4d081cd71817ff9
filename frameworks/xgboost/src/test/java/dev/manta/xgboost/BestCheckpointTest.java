package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Order;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BestCheckpointTest {
  private static final int ROUNDS = 12;

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  /// Rows of which the first trees learn something, and later ones what is true of no others.
  private static Dataset rows(int seed) {
    Random random = new Random(seed);
    return Dataset.of(
        IntStream.range(0, 200)
            .mapToObj(
                _ -> {
                  double x = random.nextGaussian();
                  int label = x + 2 * random.nextGaussian() > 0 ? 1 : 0;
                  return Row.of("x", x, "z", random.nextGaussian(), "y", label);
                })
            .toList());
  }

  private static XGBoostTrainer trainer(Object metrics) {
    return trainer(metrics, 1);
  }

  /// Its steps are so large that the rows that are learned are predicted worse and worse.
  private static XGBoostTrainer overshooting(Object metrics) {
    return trainer(metrics, 50);
  }

  private static XGBoostTrainer trainer(Object metrics, double eta) {
    return XGBoostTrainer.of(
            Map.of("objective", "binary:logistic", "eta", eta, "eval_metric", metrics))
        .label("y")
        .rounds(ROUNDS)
        .checkpointEvery(1)
        .dataset("train", rows(1));
  }

  private static void bestIs(Result result, String metric, Order order) {
    List<Double> scores =
        result.checkpoints().stream().map(each -> each.metrics().number(metric)).toList();
    double best =
        scores.stream()
            .reduce((one, next) -> (order == Order.MAX) == (next > one) ? next : one)
            .orElseThrow();
    ReportedCheckpoint found = result.bestCheckpoint().orElseThrow();
    assertThat(found.metrics().number(metric)).isEqualTo(best).isNotEqualTo(scores.getLast());
  }

  @Test
  void aCheckpointIsReportedAfterEachSoManyRoundsAndAtTheEnd() {
    Result result = runs.fit(trainer("logloss").rounds(5).checkpointEvery(2), 2);
    assertThat(result.checkpoints().stream().map(each -> XGBoostModel.load(each).rounds()))
        .containsExactly(2, 4, 5);
  }

  @Test
  void theBestIsThatOfTheFirstMetricOfTheFirstValidationSet() {
    Result result =
        runs.fit(trainer("logloss,auc").dataset("valid", rows(2)).dataset("a-second", rows(3)), 2);
    bestIs(result, "valid-logloss", Order.MIN);
    XGBoostModel model = XGBoostModel.load(result.bestCheckpoint().orElseThrow());
    assertThat(model.rounds()).isLessThan(ROUNDS);
    assertThat(model.predict(rows(2)).takeAll()).hasSize(200);
  }

  @Test
  void withoutValidationItIsThatOfTheRowsThatAreLearned() {
    bestIs(runs.fit(overshooting("logloss"), 1), "train-logloss", Order.MIN);
  }

  @Test
  void theMetricOfEarlyStoppingRanksCheckpoints() {
    XGBoostTrainer trainer = trainer("logloss,auc").dataset("b", rows(2)).dataset("a", rows(3));
    bestIs(runs.fit(trainer.earlyStopping(ROUNDS, "a-logloss"), 1), "a-logloss", Order.MIN);
    bestIs(runs.fit(trainer.earlyStopping(ROUNDS), 1), "b-auc", Order.MAX);
  }

  @Test
  void aScoreThatTheRunNamesIsTaken() {
    CheckpointConfig checkpoints = CheckpointConfig.keepAll().scoreBy("round", Order.MIN);
    Result result =
        trainer("logloss")
            .scaling(ScalingConfig.inProcess(1))
            .run(runs.settings().checkpoints(checkpoints))
            .fit();
    assertThat(XGBoostModel.load(result.bestCheckpoint().orElseThrow()).rounds()).isEqualTo(1);
  }

  @Test
  void withoutMetricsNoneIsKnownToBeTheBest() {
    XGBoostTrainer trainer =
        XGBoostTrainer.of(
                Map.of("objective", "binary:logistic", "disable_default_eval_metric", true))
            .label("y")
            .rounds(2)
            .dataset("train", rows(1));
    assertThat(runs.fit(trainer, 1).bestCheckpoint()).isEmpty();
  }
}
