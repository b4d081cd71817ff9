package dev.manta.internal.data.pass;

/// How many rows of each lane go into a rank's batch: even shares, and what a lane lacks comes from
/// the others, in order.
final class LaneShares {
  private LaneShares() {}

  /// Even shares of `rows`.
  static int[] shares(int rows, int lanes) {
    int[] shares = new int[lanes];
    for (int i = 0; i < lanes; i++) {
      shares[i] = rows / lanes + (i < rows % lanes ? 1 : 0);
    }
    return shares;
  }

  /// What is taken of lanes with these many rows left.
  static long[] taken(int rows, long[] left) {
    int[] shares = shares(rows, left.length);
    long[] taken = new long[left.length];
    long missing = rows;
    for (int i = 0; i < left.length; i++) {
      taken[i] = Math.min(shares[i], left[i]);
      missing -= taken[i];
    }
    for (int i = 0; i < left.length; i++) {
      long more = Math.min(missing, left[i] - taken[i]);
      taken[i] += more;
      missing -= more;
    }
    return taken;
  }

  /// The first lane of a rank; that of the rank after is its end.
  static int firstLane(int rank, int ranks, int lanes) {
    return (int) ((long) rank * lanes / ranks);
  }

  /// The end of the lanes that a rank has a part of, where ranks share lanes that are even.
  static int endOfShared(ShardPosition position, int lanes) {
    return (int) Math.ceilDiv((position.rank() + 1L) * lanes, position.ranks());
  }
}
