package dev.manta.examples.lightgbm;

import dev.manta.Result;
import dev.manta.data.Row;
import dev.manta.examples.SampleTable;
import dev.manta.lightgbm.LightGBMModel;
import dev.manta.lightgbm.LightGBMTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Tells which of three growers a wine is from: classification of several classes.
public final class Wines {
  private Wines() {}

  // region: train
  static LightGBMTrainer trainer(int workers, RunConfig run) {
    SampleTable wines = SampleTable.wine();
    return LightGBMTrainer.of(
            Map.of(
                "objective",
                "multiclass",
                "num_class",
                3,
                "metric",
                List.of("multi_logloss", "multi_error"),
                "num_leaves",
                7,
                "eta",
                0.3))
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
        .mapBatchesWith(256, () -> LightGBMModel.predictor(model))
        .filter(row -> likeliest(row) != row.real("target"))
        .count();
  }

  /// The class with the largest share.
  private static int likeliest(Row row) {
    double[] shares = (double[]) Objects.requireNonNull(row.value("prediction"));
    int likeliest = 0;
    for (int type = 1; type < shares.length; type++) {
      likeliest = shares[type] > shares[likeliest] ? type : likeliest;
    }
    return likeliest;
  }

  // endregion

  public static void main(String[] args) {
    Result result = trainer(2, RunConfig.named("wines")).fit();
    System.out.println(wrong(result) + " of 35 wines are taken for another grower's");
  }
}
