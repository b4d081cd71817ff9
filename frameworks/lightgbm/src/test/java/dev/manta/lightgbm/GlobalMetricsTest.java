package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.train.Metrics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class GlobalMetricsTest {
  @TempDir Path directory;

  /// A row as the metrics see it.
  private record Scored(double score, double label, double weight) {}

  private Result fit(Map<String, Object> parameters, Dataset rows, int workers, boolean weighted) {
    Map<String, Object> all = new HashMap<>(parameters);
    all.put("num_leaves", 4);
    LightGBMTrainer trainer =
        LightGBMTrainer.of(all)
            .label("y")
            .ignoring(weighted ? new String[] {"q"} : new String[] {"w", "q"})
            .categorical("kind")
            .rounds(3)
            .dataset("train", rows);
    return new Runs(directory).fit(weighted ? trainer.weight("w") : trainer, workers, "run");
  }

  private static List<Scored> scored(Result result, Dataset rows, boolean weighted) {
    List<Scored> all = new ArrayList<>();
    try (Batches<Batch> batches = Runs.model(result).predict(rows).batches(100)) {
      for (Batch batch : batches) {
        for (int row = 0; row < batch.rows(); row++) {
          all.add(
              new Scored(
                  batch.column("prediction").realAt(row),
                  batch.column("y").realAt(row),
                  weighted ? batch.column("w").realAt(row) : 1));
        }
      }
    }
    return all;
  }

  private static double auc(List<Scored> rows) {
    double pairs = 0;
    double ordered = 0;
    for (Scored one : rows) {
      for (Scored other : rows) {
        if (one.label() > 0 && other.label() == 0) {
          double weight = one.weight() * other.weight();
          pairs += weight;
          ordered +=
              weight * (one.score() > other.score() ? 1 : one.score() == other.score() ? 0.5 : 0);
        }
      }
    }
    return ordered / pairs;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theAucIsThatOfAllPairsOfRowsTiesIncluded(int workers) {
    Dataset rows = Runs.classes(400);
    Map<String, Object> parameters = Map.of("objective", "binary", "metric", "auc");
    Result result = fit(parameters, rows, workers, false);
    List<Scored> all = scored(result, rows, false);
    assertThat(all.stream().map(Scored::score).distinct().count()).isLessThan(all.size() / 2);
    assertThat(result.metrics().number("train-auc")).isEqualTo(auc(all));
  }

  @Test
  void theAucCountsRowsByTheirWeights() {
    Dataset rows = Runs.classes(400);
    Result result = fit(Map.of("objective", "binary", "metric", "auc"), rows, 2, true);
    assertThat(result.metrics().number("train-auc"))
        .isCloseTo(auc(scored(result, rows, true)), within(1e-12));
  }

  @Test
  void averagePrecisionIsThatOfAllRows() {
    Dataset rows = Runs.classes(400);
    Result result =
        fit(Map.of("objective", "binary", "metric", "average_precision"), rows, 3, false);
    assertThat(result.metrics().number("train-average_precision"))
        .isCloseTo(averagePrecision(scored(result, rows, false)), within(1e-12));
  }

  private static double averagePrecision(List<Scored> rows) {
    double sum = 0;
    double hits = 0;
    for (Scored row : rows) {
      if (row.label() > 0) {
        double above = rows.stream().filter(each -> each.score() >= row.score()).count();
        sum +=
            rows.stream().filter(each -> each.label() > 0 && each.score() >= row.score()).count()
                / above;
        hits++;
      }
    }
    return sum / hits;
  }

  @Test
  void lossesAreThoseOfAllRowsByTheirWeights() {
    Dataset rows = Runs.rows(401, score -> score * 2);
    Result result = fit(Map.of("objective", "regression", "metric", "l2,rmse,l1"), rows, 3, true);
    Metrics metrics = result.metrics();
    double l1 = 0;
    double l2 = 0;
    double weights = 0;
    for (Scored row : scored(result, rows, true)) {
      double error = Math.abs(row.score() - (float) row.label());
      l1 += row.weight() * error;
      l2 += row.weight() * error * error;
      weights += row.weight();
    }
    assertThat(metrics.number("train-l1")).isCloseTo(l1 / weights, within(1e-9));
    assertThat(metrics.number("train-l2")).isCloseTo(l2 / weights, within(1e-9));
    assertThat(metrics.number("train-rmse")).isCloseTo(Math.sqrt(l2 / weights), within(1e-9));
  }

  @Test
  void eachOtherMetricOfTwoWorkersIsThatOfOneOverTheSameModel() {
    Dataset rows = Runs.rows(300, score -> score + 5);
    Map<String, Object> parameters =
        Map.of(
            "objective",
            "regression",
            "min_data_in_leaf",
            1,
            "metric",
            "quantile,huber,fair,poisson,mape,gamma,gamma_deviance,tweedie");
    Metrics one = fit(parameters, rows, 1, false).metrics();
    Metrics two =
        new Runs(directory.resolve("two")).fit(trainer(parameters, rows), 2, "two").metrics();
    for (String name : one.keys()) {
      assertThat(two.number(name)).as(name).isCloseTo(one.number(name), within(1e-6));
    }
  }

  private static LightGBMTrainer trainer(Map<String, Object> parameters, Dataset rows) {
    Map<String, Object> all = new HashMap<>(parameters);
    all.put("num_leaves", 4);
    return Runs.trainer(all, rows).rounds(3);
  }
}
