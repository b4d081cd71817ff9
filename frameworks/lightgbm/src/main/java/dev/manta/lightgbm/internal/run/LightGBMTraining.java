package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.NativeScope;
import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.train.TrainContext;

/// The training function of `LightGBMTrainer`.
public final class LightGBMTraining {
  private LightGBMTraining() {}

  /// Grows the rounds that are still to do.
  public static void train(TrainContext<LightGBMSettings> ctx) {
    try (Tables tables = Tables.read(ctx);
        NativeScope scope = new NativeScope()) {
      Parameters parameters = RunParameters.of(ctx, tables.schema());
      tables.requireLabels(parameters);
      LiveTraining live = LiveTraining.restore(ctx, new Randomness(parameters), tables.schema());
      var session = new TrainingSession(ctx, scope, tables, parameters, live.model());
      new RoundLoop(ctx, session, live).run();
    }
  }
}
