package dev.manta.cluster.desk;

/// The numbers that order heads: each is higher than all that its head has heard of, and no two
/// heads that begin at the same time, unknown to each other, have the same one.
public final class Terms {
  private static final int OWN_BITS = 24;
  private static final long OWN = (1L << OWN_BITS) - 1;

  private Terms() {}

  /// The next above one.
  ///
  /// @param life of the daemon: another one each time it is started
  public static long above(long heard, long life) {
    long own = (life ^ (life >>> OWN_BITS) ^ (life >>> (2 * OWN_BITS))) & OWN;
    return (((heard >> OWN_BITS) + 1) << OWN_BITS) | own;
  }
}
