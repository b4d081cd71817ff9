package dev.manta.examples.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.SampleTable;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostTrainer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two and four workers predict as well as one. That all ranks have the same trees is checked by
/// each training itself.
@Timeout(240)
class ManyWorkersTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  private int runs;

  private XGBoostModel trained(Map<String, Object> parameters, SampleTable table, int workers) {
    Result result =
        XGBoostTrainer.of(parameters)
            .label("target")
            .rounds(60)
            .dataset("train", table.train())
            .scaling(ScalingConfig.inProcess(workers))
            .run(RunConfig.named("run-" + runs++).storage(storage.toString()).quiet())
            .fit();
    return XGBoostModel.load(result.latestCheckpoint().orElseThrow().checkpoint());
  }

  /// Of all rows, as a fifth of a small table tells too little.
  private static Dataset all(SampleTable table) {
    List<Row> rows = new ArrayList<>(table.trainRows());
    rows.addAll(table.testRows());
    return Dataset.of(rows);
  }

  private double accuracy(Map<String, Object> parameters, SampleTable table, int workers) {
    List<Row> rows = trained(parameters, table, workers).predict(all(table)).takeAll();
    long right =
        rows.stream()
            .filter(row -> Math.round(row.real("prediction")) == Math.round(row.real("target")))
            .count();
    return (double) right / rows.size();
  }

  private void predictAsWell(Map<String, Object> parameters, SampleTable table) {
    double one = accuracy(parameters, table, 1);
    assertThat(one).isGreaterThan(0.95);
    assertThat(accuracy(parameters, table, 2)).isCloseTo(one, within(0.005));
    assertThat(accuracy(parameters, table, 4)).isCloseTo(one, within(0.005));
  }

  @Test
  void tumours() {
    predictAsWell(
        Map.of("objective", "binary:logistic", "max_depth", 3), SampleTable.breastCancer());
  }

  @Test
  void wines() {
    predictAsWell(
        Map.of("objective", "multi:softmax", "num_class", 3, "max_depth", 3), SampleTable.wine());
  }

  @Test
  void flowers() {
    predictAsWell(
        Map.of("objective", "multi:softmax", "num_class", 3, "max_depth", 2), SampleTable.iris());
  }
}
