package dev.manta.examples.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Row;
import dev.manta.examples.SampleTable;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostTrainer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two and four workers predict rows that were held out as well as one. That all ranks have the
/// same trees is checked by each training itself.
@Timeout(240)
class ManyWorkersTest {
  private static final double APART = 0.005;

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  private int runs;

  private Result trained(Map<String, Object> parameters, SampleTable table, int workers) {
    return XGBoostTrainer.of(parameters)
        .label("target")
        .rounds(60)
        .dataset("train", table.train())
        .dataset("valid", table.test())
        .scaling(ScalingConfig.inProcess(workers))
        .run(RunConfig.named("run-" + runs++).storage(storage.toString()).quiet())
        .fit();
  }

  /// The share of held out rows that get their class.
  private static double accuracy(Result result, SampleTable table) {
    XGBoostModel model = XGBoostModel.load(result.bestCheckpoint().orElseThrow());
    List<Row> rows = model.predict(table.test()).takeAll();
    long right =
        rows.stream()
            .filter(row -> Math.round(row.real("prediction")) == Math.round(row.real("target")))
            .count();
    return (double) right / rows.size();
  }

  private void asAccurate(Map<String, Object> parameters, SampleTable table) {
    double one = accuracy(trained(parameters, table, 1), table);
    assertThat(one).isGreaterThan(0.85);
    for (int workers = 2; workers <= 4; workers += 2) {
      assertThat(accuracy(trained(parameters, table, workers), table))
          .isCloseTo(one, within(APART));
    }
  }

  private void asGood(Map<String, Object> parameters, SampleTable table, String metric) {
    double one = trained(parameters, table, 1).metrics().number(metric);
    for (int workers = 2; workers <= 4; workers += 2) {
      assertThat(trained(parameters, table, workers).metrics().number(metric))
          .isCloseTo(one, within(APART * one));
    }
  }

  @Test
  void tumoursAreToldApartAsWell() {
    Map<String, Object> parameters = Map.of("objective", "binary:logistic", "max_depth", 3);
    asAccurate(parameters, SampleTable.breastCancer());
  }

  @Test
  void tumoursAreOrderedAsWell() {
    Map<String, Object> parameters =
        Map.of("objective", "binary:logistic", "max_depth", 3, "eval_metric", "auc");
    asGood(parameters, SampleTable.breastCancer(), "valid-auc");
  }

  @Test
  void winesAreToldApartAsWell() {
    Map<String, Object> parameters =
        Map.of("objective", "multi:softmax", "num_class", 3, "max_depth", 3);
    asAccurate(parameters, SampleTable.wine());
  }

  @Test
  void flowersAreToldApartAsWell() {
    Map<String, Object> parameters =
        Map.of("objective", "multi:softmax", "num_class", 3, "max_depth", 2);
    asAccurate(parameters, SampleTable.iris());
  }

  @Test
  void patientsArePredictedAsWell() {
    Map<String, Object> parameters = Map.of("max_depth", 2, "eta", 0.1);
    asGood(parameters, SampleTable.diabetes(), "valid-rmse");
  }
}
