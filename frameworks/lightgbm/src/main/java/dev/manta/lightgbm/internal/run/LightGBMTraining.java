package dev.manta.lightgbm.internal.run;

import dev.manta.train.TrainContext;

/// The training function of `LightGBMTrainer`.
public final class LightGBMTraining {
  private LightGBMTraining() {}

  /// Grows the rounds that are still to do.
  public static void train(TrainContext<LightGBMSettings> ctx) {
    try (Tables tables = Tables.read(ctx);
        RoundLoop rounds = RoundLoop.prepare(ctx, tables)) {
      rounds.run();
    }
  }
}
