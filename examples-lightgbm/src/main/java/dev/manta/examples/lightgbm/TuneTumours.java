package dev.manta.examples.lightgbm;

import dev.manta.examples.SampleTable;
import dev.manta.lightgbm.LightGBMTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.Constant;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.LogUniform;

/// Searches for the parameters with which trees tell tumours apart best.
public final class TuneTumours {
  private TuneTumours() {}

  // region: tune
  /// What is searched: each component says where its values lie.
  public record Params(
      @LogUniform(low = 1e-3, high = 0.3) double learningRate,
      @IntUniform(low = 4, high = 31) int numLeaves,
      @Constant("binary") String objective) {}

  static ResultGrid search(RunConfig run) {
    SampleTable tumours = SampleTable.breastCancer();
    LightGBMTrainer trainer =
        LightGBMTrainer.of(Params.class, new Params(0.1, 15, "binary"))
            .label("target")
            .rounds(30)
            .dataset("train", tumours.train())
            .dataset("valid", tumours.test())
            .scaling(ScalingConfig.workers(1));
    return Tuner.of(trainer)
        .search(TuneConfig.minimize("valid-binary_logloss").samples(6).concurrent(2))
        .run(run)
        .fit();
  }

  // endregion

  public static void main(String[] args) {
    ResultGrid results = search(RunConfig.named("tune-tumours"));
    System.out.println("best parameters " + results.best().config(Params.class));
  }
}
