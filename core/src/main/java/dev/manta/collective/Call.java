package dev.manta.collective;

import java.util.List;

/// One operation with its arguments; every rank of a group makes the same calls in the same order.
public sealed interface Call {
  /// Every rank gets the fold of all ranks' values.
  record AllReduce(Values in, Values out, Op op) implements Call {}

  /// Every rank gets the mean weighted by each rank's weight. A rank of weight 0 contributes
  /// nothing, whatever its values are; when all weights are 0 the result is 0.
  record WeightedMean(Values in, Values out, double weight) implements Call {
    public WeightedMean {
      if (!(weight >= 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("weight " + weight + " is not a number from 0 up");
      }
    }
  }

  /// The root gets the fold.
  record Reduce(Values in, Values out, Op op, int root) implements Call {}

  /// Rank r gets the r-th part of the fold: equal parts, or as many elements as `counts` says.
  record ReduceScatter(Values in, Values out, Op op, List<Long> counts) implements Call {
    public ReduceScatter {
      counts = List.copyOf(counts);
    }
  }

  /// Every rank gets the values of all, in rank order: equal parts, or as `counts` says.
  record AllGather(Values in, Values out, List<Long> counts) implements Call {
    public AllGather {
      counts = List.copyOf(counts);
    }
  }

  /// Every rank gets the root's values.
  record Broadcast(Values inOut, int root) implements Call {}

  /// The root gets the values of all, in rank order.
  record Gather(Values in, Values out, int root) implements Call {}

  /// Rank r gets the r-th part of the root's values.
  record Scatter(Values in, Values out, int root) implements Call {}

  /// Rank r gets the r-th part of every rank's values, in rank order: equal parts, or `counts`
  /// elements of `in` for each rank and `received` elements of `out` from each.
  record AllToAll(Values in, Values out, List<Long> counts, List<Long> received) implements Call {
    public AllToAll {
      counts = List.copyOf(counts);
      received = List.copyOf(received);
    }

    /// Equal parts.
    public AllToAll(Values in, Values out) {
      this(in, out, List.of(), List.of());
    }
  }

  /// Nobody continues before all have come.
  record Barrier() implements Call {}

  /// Every rank gets the sum over all lanes in a fixed binary tree, which does not depend on the
  /// number of ranks. `subtrees` holds the sums of `mine.subtrees()`, one after the other.
  record ReduceLanes(LaneRange mine, Values subtrees, Values out) implements Call {}

  /// Gives values to one rank, which receives them with the same type and count.
  record Send(Values values, int to) implements Call {}

  /// Takes the values that one rank sends.
  record Receive(Values values, int from) implements Call {}
}
