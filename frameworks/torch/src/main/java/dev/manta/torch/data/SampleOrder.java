package dev.manta.torch.data;

import dev.manta.collective.LaneRange;
import java.util.Arrays;
import java.util.OptionalLong;

/// Which samples come when: a function of seed and epoch, not of how many ranks there are.
///
/// A step takes so many samples of the order, each rank its part; what does not divide is shared
/// out evenly, the first ranks getting one more. A place in an epoch is a number of samples, so
/// that another number of ranks can resume from it.
record SampleOrder(long size, OptionalLong seed) {
  /// @param together how many samples all ranks take in a step
  long steps(long together, boolean dropLast) {
    return dropLast ? size / together : (size + together - 1) / together;
  }

  /// The samples of an epoch.
  long[] epoch(int epoch) {
    long[] order = new long[Math.toIntExact(size)];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    seed.ifPresent(value -> shuffle(order, value * 0x9E3779B97F4A7C15L + epoch));
    return order;
  }

  private static void shuffle(long[] order, long seed) {
    long state = seed;
    for (int i = order.length - 1; i > 0; i--) {
      state += 0x9E3779B97F4A7C15L;
      int other = (int) Long.remainderUnsigned(mixed(state), i + 1);
      long swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
  }

  private static long mixed(long state) {
    long x = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return x ^ (x >>> 31);
  }

  /// One rank's part of the step that begins with this sample.
  long[] part(long[] order, long begin, long together, LoaderAudience rank) {
    return rank.lanes() == 0
        ? part(order, begin, together, rank.rank(), rank.ranks())
        : lanes(order, begin, together, LaneRange.of(rank.rank(), rank.ranks(), rank.lanes()));
  }

  private long[] lanes(long[] order, long begin, long together, LaneRange mine) {
    long rest = Math.min(together, size - begin);
    long from = begin + rest * mine.first() / mine.total();
    long end = begin + rest * (mine.first() + mine.count()) / mine.total();
    return Arrays.copyOfRange(order, (int) from, (int) end);
  }

  long[] part(long[] order, long begin, long together, int rank, int ranks) {
    long rest = Math.min(together, size - begin);
    long share = rest / ranks;
    long extra = rest % ranks;
    long from = begin + rank * share + Math.min(rank, extra);
    long count = share + (rank < extra ? 1 : 0);
    return Arrays.copyOfRange(order, (int) from, (int) (from + count));
  }
}
