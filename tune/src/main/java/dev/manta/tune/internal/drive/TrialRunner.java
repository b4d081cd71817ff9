package dev.manta.tune.internal.drive;

import dev.manta.tune.internal.experiment.Order;

/// Who runs trials: in threads, in processes, or as runs. No method waits; what becomes of a call
/// arrives as a [dev.manta.tune.internal.experiment.Happening].
public interface TrialRunner extends AutoCloseable {
  /// Begins an attempt, which sends `Left` when it is over.
  void begin(Order.Begin order);

  /// Lets an attempt go on that waits since its report.
  void goOn(int trial, int attempt);

  /// Tells an attempt to leave.
  void halt(int trial, int attempt, String reason);

  /// Ends all attempts that there still are.
  @Override
  void close();
}
