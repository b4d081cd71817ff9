package dev.manta.internal.collective;

/// Which bytes of whose input become which bytes of whose output.
@SuppressWarnings("ArrayRecordComponent") // plans are never compared, only asked
public sealed interface TransferPlan {
  /// The bytes that one rank takes from another.
  long bytes(int from, int to);

  /// Where they start in the giver's input.
  long source(int from, int to);

  /// Where they start in the taker's output.
  long target(int from, int to);

  /// The size of a rank's input.
  long input(int from);

  /// Everybody takes everything from everybody; `root` below 0, or only the root takes.
  record Gather(long[] sizes, int root) implements TransferPlan {
    @Override
    public long bytes(int from, int to) {
      return root < 0 || to == root ? sizes[from] : 0;
    }

    @Override
    public long source(int from, int to) {
      return 0;
    }

    @Override
    public long target(int from, int to) {
      return before(sizes, from);
    }

    @Override
    public long input(int from) {
      return sizes[from];
    }
  }

  /// The root gives a part to everybody.
  record Scatter(long[] sizes, int root) implements TransferPlan {
    @Override
    public long bytes(int from, int to) {
      return from == root ? sizes[to] : 0;
    }

    @Override
    public long source(int from, int to) {
      return before(sizes, to);
    }

    @Override
    public long target(int from, int to) {
      return 0;
    }

    @Override
    public long input(int from) {
      return from == root ? before(sizes, sizes.length) : 0;
    }
  }

  /// The root gives everything to everybody else.
  record Broadcast(long size, int root) implements TransferPlan {
    @Override
    public long bytes(int from, int to) {
      return from == root && to != root ? size : 0;
    }

    @Override
    public long source(int from, int to) {
      return 0;
    }

    @Override
    public long target(int from, int to) {
      return 0;
    }

    @Override
    public long input(int from) {
      return from == root ? size : 0;
    }
  }

  /// The root gives everything to some ranks.
  record Chosen(long size, int root, boolean[] takers) implements TransferPlan {
    @Override
    public long bytes(int from, int to) {
      return from == root && takers[to] ? size : 0;
    }

    @Override
    public long source(int from, int to) {
      return 0;
    }

    @Override
    public long target(int from, int to) {
      return 0;
    }

    @Override
    public long input(int from) {
      return from == root ? size : 0;
    }
  }

  /// Rank `from` gives its part `to`; `sizes[from][to]` bytes, parts in rank order on both sides.
  record Parts(long[][] sizes) implements TransferPlan {
    @Override
    public long bytes(int from, int to) {
      return sizes[from][to];
    }

    @Override
    public long source(int from, int to) {
      return before(sizes[from], to);
    }

    @Override
    public long target(int from, int to) {
      long at = 0;
      for (int rank = 0; rank < from; rank++) {
        at += sizes[rank][to];
      }
      return at;
    }

    @Override
    public long input(int from) {
      return before(sizes[from], sizes.length);
    }
  }

  private static long before(long[] sizes, int end) {
    long sum = 0;
    for (int rank = 0; rank < end; rank++) {
      sum += sizes[rank];
    }
    return sum;
  }
}
