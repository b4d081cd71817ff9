package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;

/// Workers as threads, to debug.
public final class InProcess {
  private InProcess() {}

  // region: threads
  /// Two workers as threads of this JVM: breakpoints in the training function work.
  public static Result debug(RunConfig run) {
    return Trainer.of(KMeans::train, new KMeans.Config(3, 3000, 8))
        .scaling(ScalingConfig.inProcess(2))
        .run(run.fresh())
        .fit();
  }
  // endregion
}
