package dev.manta.internal.data.worker;

import dev.manta.data.Preparation;

/// How many data workers there should be, from what was waited for since the last look.
///
/// @param calm how many looks in a row nobody waited for rows
public record PoolSize(int workers, int calm) {
  private static final double STALLED = 0.1;
  private static final double CALM = 0.01;
  private static final double FULL = 0.5;
  private static final int CALM_LOOKS = 6;

  /// How many workers there are to be next.
  ///
  /// @param stalled the share of time that the consumer waited for rows
  /// @param full the share of time that rows waited for the consumer
  public PoolSize next(Preparation.DataWorkers limits, double stalled, double full) {
    if (stalled > STALLED) {
      return new PoolSize(Math.min(workers + 1, limits.most()), 0);
    }
    if (stalled > CALM || full < FULL) {
      return new PoolSize(workers, 0);
    }
    return calm + 1 < CALM_LOOKS
        ? new PoolSize(workers, calm + 1)
        : new PoolSize(Math.max(workers - 1, limits.least()), 0);
  }
}
