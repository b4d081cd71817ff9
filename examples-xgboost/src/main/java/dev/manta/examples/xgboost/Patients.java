package dev.manta.examples.xgboost;

import dev.manta.Result;
import dev.manta.examples.SampleTable;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.xgboost.XGBoostTrainer;
import java.util.Map;

/// Predicts how far the disease of patients comes within a year: regression.
public final class Patients {
  private Patients() {}

  // region: train
  static XGBoostTrainer trainer(int workers, RunConfig run) {
    SampleTable patients = SampleTable.diabetes();
    return XGBoostTrainer.of(
            Map.of("objective", "reg:squarederror", "max_depth", 3, "eta", 0.05, "subsample", 0.8))
        .label("target")
        .categorical("sex")
        .rounds(300)
        .earlyStopping(20)
        .checkpointEvery(50)
        .dataset("train", patients.train())
        .dataset("valid", patients.test())
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  // endregion

  public static void main(String[] args) {
    Result result = trainer(2, RunConfig.named("patients")).fit();
    System.out.println("error " + result.metrics().number("valid-rmse"));
  }
}
