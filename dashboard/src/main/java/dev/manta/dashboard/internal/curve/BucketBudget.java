package dev.manta.dashboard.internal.curve;

/// How many buckets each curve of a run may have, so that all of them fit. Used under a lock.
final class BucketBudget {
  private static final int CURVE_MIN = 64;
  private static final int CURVES_MAX = 50_000;

  private int all;
  private int curves;
  private int limit;
  private int told;

  BucketBudget(int all) {
    this.all = all;
    this.limit = all;
    this.told = all;
  }

  /// Whether there may be one more curve.
  boolean hasRoom() {
    return curves < CURVES_MAX;
  }

  /// Makes space for one more curve, and says how many buckets it may have.
  int curve() {
    curves++;
    share();
    return limit;
  }

  private void share() {
    limit = Math.max(CURVE_MIN, Integer.highestOneBit(Math.max(1, all / Math.max(1, curves))));
  }

  /// There are only so many for all curves from now on.
  void limitTo(int buckets) {
    all = Math.min(all, buckets);
    share();
  }

  int limit() {
    return limit;
  }

  /// Whether curves must make do with less than they were told; asked once for each change.
  boolean isTight() {
    boolean tight = limit < told;
    told = limit;
    return tight;
  }
}
