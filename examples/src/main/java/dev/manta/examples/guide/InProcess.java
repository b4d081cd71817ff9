package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;

/// Workers as threads, to debug.
public final class InProcess {
  private InProcess() {}

  // region: threads
  /// Two workers as threads of this JVM: breakpoints in the training function work.
  public static Result debug(RunConfig run) {
    return KMeans.trainer(MadeUpRows.points(6000), 2, run.fresh())
        .scaling(ScalingConfig.inProcess(2))
        .fit();
  }
  // endregion
}
