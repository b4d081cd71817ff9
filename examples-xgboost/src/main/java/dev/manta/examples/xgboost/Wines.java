package dev.manta.examples.xgboost;

import dev.manta.Result;
import dev.manta.examples.SampleTable;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostTrainer;
import java.util.Map;

/// Tells which of three growers a wine is from: classification of several classes.
public final class Wines {
  private Wines() {}

  // region: train
  static XGBoostTrainer trainer(int workers, RunConfig run) {
    SampleTable wines = SampleTable.wine();
    return XGBoostTrainer.of(
            Map.of("objective", "multi:softmax", "num_class", 3, "max_depth", 3, "eta", 0.3))
        .label("target")
        .rounds(30)
        .dataset("train", wines.train())
        .dataset("valid", wines.test())
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  // endregion

  // region: batches
  /// The rows that a model gets wrong; the model is read where rows are processed.
  static long wrong(Result result) {
    String model = result.latestCheckpoint().orElseThrow().checkpoint().location().toString();
    return SampleTable.wine()
        .test()
        .mapBatchesWith(256, () -> XGBoostModel.predictor(model))
        .filter(row -> row.real("prediction") != row.real("target"))
        .count();
  }

  // endregion

  public static void main(String[] args) {
    Result result = trainer(2, RunConfig.named("wines")).fit();
    System.out.println(wrong(result) + " of 35 wines are taken for another grower's");
  }
}
