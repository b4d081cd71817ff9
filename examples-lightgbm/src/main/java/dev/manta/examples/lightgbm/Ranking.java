package dev.manta.examples.lightgbm;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.examples.SampleTable;
import dev.manta.lightgbm.LightGBMTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.util.Map;

/// Puts patients of each decade of age in the order in which they should be seen: ranking within
/// groups.
public final class Ranking {
  private Ranking() {}

  // region: train
  static LightGBMTrainer trainer(int workers, RunConfig run) {
    SampleTable patients = SampleTable.diabetes();
    return LightGBMTrainer.of(Map.of("objective", "lambdarank", "eval_at", 5, "num_leaves", 7))
        .label("urgency")
        .query("decade")
        .ignoring("target")
        .rounds(30)
        .dataset("train", urgencies(patients.train()))
        .dataset("valid", urgencies(patients.test()))
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  /// An urgency from 0 to 4, and the group that a patient is compared within.
  private static Dataset urgencies(Dataset patients) {
    return patients
        .withColumn("urgency", row -> (int) Math.min(4, row.real("target") / 70))
        .withColumn("decade", row -> (int) (row.real("age") / 10));
  }

  // endregion

  public static void main(String[] args) {
    Result result = trainer(2, RunConfig.named("ranking")).fit();
    System.out.println("order of the first five " + result.metrics().number("valid-ndcg@5"));
  }
}
