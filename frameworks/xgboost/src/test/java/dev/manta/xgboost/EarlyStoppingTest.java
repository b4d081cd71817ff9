package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class EarlyStoppingTest {
  @TempDir Path directory;

  /// Labels that have to do with the feature in every second row only.
  private static Dataset rows(int seed, int count) {
    Random random = new Random(seed);
    return Dataset.of(
        IntStream.range(0, count)
            .mapToObj(
                i -> {
                  float x = random.nextFloat();
                  boolean known = random.nextBoolean();
                  return Row.of(
                      "x",
                      x,
                      "z",
                      random.nextFloat(),
                      "y",
                      known ? Math.round(x) : random.nextInt(2));
                })
            .toList());
  }

  private static XGBoostTrainer trainer() {
    return trainer(0.5).rounds(200).earlyStopping(5);
  }

  private static XGBoostTrainer trainer(double eta) {
    return XGBoostTrainer.of(Map.of("objective", "binary:logistic", "eta", eta, "subsample", 0.9))
        .label("y")
        .dataset("train", rows(1, 300))
        .dataset("valid", rows(2, 200));
  }

  @Test
  void trainingStopsWhereTheValidationScoreGetsNoBetter() {
    Result result = new Runs(directory).fit(trainer(), 2);
    List<Double> scores =
        result.metricsHistory().stream()
            .filter(report -> report.metrics().has("valid-logloss"))
            .map(report -> report.metrics().number("valid-logloss"))
            .distinct()
            .toList();
    int best = scores.indexOf(scores.stream().min(Double::compare).orElseThrow());
    assertThat(scores).hasSize(best + 6).hasSizeLessThan(200);
    XGBoostModel model = Runs.model(result);
    assertThat(model.rounds()).isEqualTo(best + 6);
    assertThat(model.bestRounds()).hasValue(best + 1);
  }

  @Test
  void predictionsAreThoseOfTheRoundsUpToTheBestOne() {
    var runs = new Runs(directory);
    XGBoostModel stopped = runs.model(trainer(), 2);
    int best = stopped.bestRounds().orElseThrow();
    XGBoostModel upToTheBest = runs.model(trainer(0.5).rounds(best), 2);
    XGBoostModel whole = runs.model(trainer(0.5).rounds(stopped.rounds()), 2);
    assertThat(answers(stopped)).isDeepEqualTo(answers(upToTheBest));
    assertThat(Arrays.deepEquals(answers(whole), answers(upToTheBest))).isFalse();
    Dataset rows = rows(3, 50);
    assertThat(stopped.predict(rows).takeAll()).isEqualTo(upToTheBest.predict(rows).takeAll());
  }

  private static float[][] answers(XGBoostModel model) {
    float[][] rows = new float[40][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new float[] {i / 40f, i % 7 / 7f};
    }
    try (XGBoostPredictor predictor = model.predictor()) {
      return predictor.predict(rows);
    }
  }

  @Test
  void aRunThatResumesAfterItsEndStaysThere() {
    RunConfig run = new Runs(directory).settings();
    Result first = trainer().scaling(ScalingConfig.inProcess(2)).run(run).fit();
    Result again = trainer().scaling(ScalingConfig.inProcess(2)).run(run.resuming()).fit();
    assertThat(Runs.model(again).bytes()).isEqualTo(Runs.model(first).bytes());
  }

  @Test
  void aRunThatWasStoppedInTheMiddleEndsAtTheSameRound() {
    XGBoostTrainer slow =
        trainer(0.01).rounds(5000).earlyStopping(50).scaling(ScalingConfig.inProcess(2));
    var runs = new Runs(directory);
    Result undisturbed = slow.run(runs.settings()).fit();
    RunConfig run = runs.settings();
    Result stopped = slow.run(run.stopWhen(StopCondition.atLeast("round", 2))).fit();
    assertThat(stopped.status()).as(stopped.reason()).isEqualTo(RunStatus.STOPPED);
    Result resumed = slow.run(run.resuming()).fit();
    assertThat(Runs.model(resumed).rounds()).isEqualTo(Runs.model(undisturbed).rounds());
    assertThat(Runs.model(resumed).bytes()).isEqualTo(Runs.model(undisturbed).bytes());
  }

  @Test
  void moreIsBetterForSomeMetrics() {
    BestRound rising = BestRound.none().next(0, 0.5, "valid-auc").next(1, 0.6, "valid-auc");
    assertThat(rising.round()).isEqualTo(1);
    BestRound ranked = BestRound.none().next(0, 0.5, "valid-ndcg@5").next(1, 0.4, "valid-ndcg@5");
    assertThat(ranked.round()).isZero();
    BestRound falling = BestRound.none().next(0, 0.5, "valid-rmse").next(1, 0.4, "valid-rmse");
    assertThat(falling.round()).isEqualTo(1);
    assertThat(falling.next(2, Double.NaN, "valid-rmse").round()).isEqualTo(1);
  }

  @Test
  void moreIsBetterAlsoWhereGroupsWithoutARelevantRowCount0() {
    BestRound ranked = BestRound.none().next(0, 0.4, "a-ndcg@5-").next(1, 0.5, "a-ndcg@5-");
    assertThat(ranked.round()).isEqualTo(1);
    BestRound loss = BestRound.none().next(0, 0.4, "ndcg-rmse").next(1, 0.5, "ndcg-rmse");
    assertThat(loss.round()).isEqualTo(0);
  }

  @Test
  void theLastMetricOfTheLastSetIsWatched() {
    var scores = Metrics.of("train-auc", 1, "valid-auc", 1, "valid-logloss", 1);
    var stopping = new TrainingSettings.EarlyStopping(3, Optional.empty());
    assertThat(BestRound.metric(stopping, "valid", scores)).isEqualTo("valid-logloss");
  }
}
