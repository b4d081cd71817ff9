package dev.manta.xgboost;

import dev.manta.Result;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;

/// Runs of trainers within this process.
final class Runs {
  private final Path storage;
  private int count;

  Runs(Path storage) {
    this.storage = storage;
  }

  RunConfig settings() {
    return RunConfig.named("run-" + count++)
        .storage(storage.toString())
        .failures(FailureConfig.none())
        .quiet();
  }

  Result fit(XGBoostTrainer trainer, int ranks) {
    Result result = trainer.scaling(ScalingConfig.inProcess(ranks)).run(settings()).fit();
    if (result.status() != RunStatus.FINISHED) {
      throw new AssertionError(result.reason());
    }
    return result;
  }

  XGBoostModel model(XGBoostTrainer trainer, int ranks) {
    return model(fit(trainer, ranks));
  }

  static XGBoostModel model(Result result) {
    return XGBoostModel.load(result.latestCheckpoint().orElseThrow().checkpoint());
  }

  /// The values of a metric, round after round.
  static List<Double> scores(Result result, String metric) {
    return result.metricsHistory().stream()
        .filter(report -> report.metrics().has(metric))
        .map(report -> report.metrics().number(metric))
        .toList();
  }
}
