package dev.manta.tune.internal.drive;

import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Saved;

/// Who runs trials: in threads, in processes, or as runs. No method waits; what becomes of a call
/// arrives as a [dev.manta.tune.internal.experiment.ExperimentEvent].
public interface TrialRunner extends AutoCloseable {
  /// Begins an attempt, which sends `Left` when it is over.
  void begin(Order.Begin order);

  /// Lets an attempt continue that waits since its report.
  void proceed(int trial, int attempt);

  /// Gives an attempt another number of workers.
  default void resize(int trial, int attempt, int workers) {
    throw new IllegalStateException(
        "trial %s is a plain function and cannot have %s workers: only runs of a trainer are resized"
            .formatted(trial, workers));
  }

  /// Tells an attempt to leave.
  void halt(int trial, int attempt, String reason);

  /// No trial needs a checkpoint any more that a runner keeps.
  default void discard(Saved saved) {}

  /// Ends all attempts that there still are.
  @Override
  void close();
}
