package dev.manta.examples.lightgbm;

import dev.manta.Result;
import dev.manta.examples.SampleTable;
import dev.manta.lightgbm.LightGBMTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.util.Map;

/// Predicts how far the disease of patients comes within a year: regression.
public final class Patients {
  private Patients() {}

  // region: train
  static LightGBMTrainer trainer(int workers, RunConfig run) {
    SampleTable patients = SampleTable.diabetes();
    return LightGBMTrainer.of(
            Map.of("objective", "regression", "metric", "rmse", "num_leaves", 7, "eta", 0.05))
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
