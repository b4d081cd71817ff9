package dev.manta.internal.worker.log;

import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Where in a run something is logged.
///
/// @param step how many steps the rank has made
record LogPlace(String run, int rank, LongSupplier step) {
  /// A worker process is one rank at a time.
  private static volatile @Nullable LogPlace current;

  /// What this process logs is logged here from now on.
  void enter() {
    current = this;
  }

  /// Where this process is; nowhere before its first attempt.
  static Optional<LogPlace> current() {
    return Optional.ofNullable(current);
  }
}
