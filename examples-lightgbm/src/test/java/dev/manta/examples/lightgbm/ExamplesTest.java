package dev.manta.examples.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.examples.SampleTable;
import dev.manta.lightgbm.LightGBMTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.tune.ResultGrid;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class ExamplesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  @Test
  void tumoursAreToldApart() {
    Result result = Tumours.trainer(2, run("tumours")).fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(Tumours.accuracy(Tumours.predicted(result, SampleTable.breastCancer().test())))
        .isGreaterThanOrEqualTo(0.93);
    assertThat(result.metrics().number("valid-auc")).isGreaterThan(0.98);
    assertThat(Tumours.importances(result)).isNotEmpty();
  }

  @Test
  void theDiseaseOfPatientsIsPredicted() {
    Result result = Patients.trainer(2, run("patients")).fit();
    assertThat(result.metrics().number("valid-rmse")).isLessThan(65);
  }

  @Test
  void patientsAreRanked() {
    Result result = Ranking.trainer(2, run("ranking")).fit();
    assertThat(result.metrics().number("valid-ndcg@5")).isGreaterThan(0.7);
  }

  @Test
  void winesAreToldApartWhereRowsAreProcessed() {
    assertThat(Wines.wrong(Wines.trainer(2, run("wines")).fit())).isLessThanOrEqualTo(2);
  }

  @Test
  void digitsAreReadByALoopOfOnesOwn() {
    Result result = DigitTrees.trainer(10, 2, run("digits")).fit();
    assertThat(result.metrics().number("accuracy")).isGreaterThan(0.92);
  }

  @Test
  void theBestOfSixParametersTellsTumoursApart() {
    ResultGrid results = TuneTumours.search(run("tuned"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.best().metrics().number("valid-binary_logloss")).isLessThan(0.3);
  }

  @Test
  void theDemoIsPluggedIn() {
    assertThat(ServiceLoader.load(Demo.class))
        .anySatisfy(demo -> assertThat(demo.framework()).isEqualTo("lightgbm"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void anyNumberOfWorkersIsAsAccurateAsOneProcess(int workers) {
    near(Tumours.trainer(1, run("tumours")), "valid-auc", workers, 0.005);
    near(Patients.trainer(1, run("patients")), "valid-rmse", workers, 0.3);
    near(Wines.trainer(1, run("wines")), "valid-multi_error", workers, 0.005);
  }

  private void near(LightGBMTrainer trainer, String metric, int workers, double apart) {
    double one = score(trainer, "one", 1, metric);
    assertThat(score(trainer, "more", workers, metric)).isCloseTo(one, within(apart));
  }

  private double score(LightGBMTrainer trainer, String place, int workers, String metric) {
    return trainer
        .scaling(ScalingConfig.inProcess(workers))
        .run(RunConfig.named(metric).storage(storage.resolve(place).toString()).quiet())
        .fit()
        .metrics()
        .number(metric);
  }
}
