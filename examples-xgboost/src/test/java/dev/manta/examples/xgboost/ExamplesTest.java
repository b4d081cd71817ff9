package dev.manta.examples.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.examples.SampleTable;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.xgboost.XGBoostModel;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(240)
class ExamplesTest {
  private static final ScalingConfig TWO = ScalingConfig.inProcess(2);

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  private static Result finished(Result result) {
    assertThat(result.status()).as(result.reason()).isEqualTo(RunStatus.FINISHED);
    return result;
  }

  @Test
  void twoWorkersTellTumoursApartAndStopEarly() {
    Result result = finished(Tumours.trainer(2, run("tumours")).fit());
    assertThat(result.metrics().number("round")).isLessThan(200);
    assertThat(result.metrics().number("valid-auc")).isGreaterThan(0.97);
    assertThat(Tumours.accuracy(Tumours.predicted(result, SampleTable.breastCancer().test())))
        .isGreaterThanOrEqualTo(0.93);
    assertThat(Tumours.importances(result)).containsKey("worst_concave_points");
  }

  @Test
  void winesAreFoundByTheirGrowers() {
    Result result = finished(Wines.trainer(2, run("wines")).scaling(TWO).fit());
    assertThat(Wines.wrong(result)).isLessThanOrEqualTo(3);
  }

  @Test
  void patientsArePredictedBetterThanByTheMean() {
    Result result = finished(Patients.trainer(2, run("patients")).scaling(TWO).fit());
    assertThat(result.metrics().number("valid-rmse")).isLessThan(65);
    assertThat(
            XGBoostModel.load(result.latestCheckpoint().orElseThrow().checkpoint())
                .schema()
                .categoricalPlaces())
        .containsExactly(1);
  }

  @Test
  void patientsAreRankedWithinTheirDecade() {
    Result result = finished(Ranking.trainer(2, run("ranking")).scaling(TWO).fit());
    assertThat(result.metrics().number("valid-ndcg@5")).isGreaterThan(0.6);
  }

  @Test
  void aLossOfOnesOwnLeavesFewPredictionsTooLow() {
    Result result = finished(OwnLoss.trainer(2, run("own-loss")).scaling(TWO).fit());
    XGBoostModel model = XGBoostModel.load(result.latestCheckpoint().orElseThrow().checkpoint());
    var rows = model.predict(SampleTable.diabetes().train()).takeAll();
    assertThat(rows.stream().filter(row -> row.real("prediction") < row.real("target")).count())
        .isLessThan(rows.size() * 45L / 100);
  }

  @Test
  void digitsAreReadByTrees() {
    Result result = finished(DigitTrees.trainer(12, 2, run("digits")).scaling(TWO).fit());
    assertThat(result.metrics().number("accuracy")).isGreaterThanOrEqualTo(0.93);
  }

  @Test
  void theBestOfSixConfigsTellsTumoursApart() {
    ResultGrid results = TuneTumours.search(run("tuned"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.size()).isEqualTo(6);
    assertThat(results.best().config(TuneTumours.Params.class).objective())
        .isEqualTo("binary:logistic");
  }

  @Test
  void theDemoIsPluggedIn() {
    assertThat(ServiceLoader.load(Demo.class))
        .anySatisfy(demo -> assertThat(demo.framework()).isEqualTo("xgboost"));
  }
}
