package dev.manta.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.data.Dataset;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Algorithms over collectives learn, and the number of workers changes nothing.
@Timeout(300)
class AlgorithmsTest {
  @TempDir Path storage = Path.of("");

  /// An algorithm with its rows.
  private interface Algorithm {
    Trainer trainer(Dataset rows, int workers, RunConfig run);
  }

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  /// What two workers have learned, where three have learned the same.
  private double learned(Algorithm algorithm, Dataset rows, String metric) {
    double[] learned = new double[2];
    for (int i = 0; i < learned.length; i++) {
      Result result =
          algorithm
              .trainer(rows, 1 + 2 * i, run("run-" + i))
              .scaling(ScalingConfig.inProcess(1 + 2 * i))
              .fit();
      learned[i] = result.metrics().number(metric);
    }
    assertThat(learned[1]).isCloseTo(learned[0], within(1e-9));
    return learned[0];
  }

  @Test
  void logisticRegressionTellsPetalsApart() {
    assertThat(learned(LogisticRegression::trainer, MadeUpRows.petals(600), "loss"))
        .isBetween(0.1, 0.3);
  }

  @Test
  void matrixFactorisationFindsTheTastes() {
    assertThat(learned(MatrixFactorisation::trainer, MadeUpRows.ratings(4000, 100, 60), "rmse"))
        .isBetween(0.08, 0.11);
  }

  @Test
  void boostingFollowsTheCurve() {
    assertThat(learned(HistogramBoosting::trainer, MadeUpRows.waves(1000), "rmse"))
        .isLessThan(0.12);
  }

  @Test
  void kMeansFindsItsCentresInAnyPartsOfThePoints() {
    assertThat(learned(KMeans::trainer, MadeUpRows.points(900), "distance"))
        .isBetween(1500.0, 2100.0);
  }

  @Test
  void whatIsStoppedResumesWithTheNextRound() {
    Dataset rows = MadeUpRows.waves(300);
    Trainer whole =
        HistogramBoosting.trainer(rows, 1, run("whole")).scaling(ScalingConfig.inProcess(1));
    RunConfig stopping = run("stopped").stopWhen(StopCondition.atLeast("round", 3));
    assertThat(whole.run(stopping).fit().status()).isEqualTo(RunStatus.STOPPED);
    Result resumed = whole.run(run("stopped")).fit();
    assertThat(resumed.metrics().number("round")).isEqualTo(29);
    assertThat(resumed.metrics().number("rmse")).isEqualTo(whole.fit().metrics().number("rmse"));
  }
}
