package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Reduction;
import java.util.stream.LongStream;

/// Who folds which elements of a mesh reduction, and who gets the result: rank r folds `counts[r]`
/// elements.
@SuppressWarnings("ArrayRecordComponent") // never compared
record MeshShares(long[] counts, Reduction.Target target) {
  /// A root takes everything at once below this size: one trip instead of two.
  private static final long SMALL = 16 * 1024;

  static MeshShares of(Reduction reduction, int ranks, long count) {
    return switch (reduction.target()) {
      case Reduction.Everyone all -> new MeshShares(even(ranks, count), all);
      case Reduction.Root root when count <= SMALL ->
          new MeshShares(only(ranks, root, count), root);
      case Reduction.Root root -> new MeshShares(even(ranks, count), root);
      case Reduction.Slices slices ->
          new MeshShares(slices.counts().stream().mapToLong(Long::longValue).toArray(), slices);
    };
  }

  /// Slices on cache lines, so that no two ranks share one.
  private static long[] even(int ranks, long count) {
    long each = (count + ranks - 1) / ranks;
    long slice = (each + 15) / 16 * 16;
    return LongStream.range(0, ranks)
        .map(rank -> Math.clamp(count - rank * slice, 0, slice))
        .toArray();
  }

  private static long[] only(int ranks, Reduction.Root root, long count) {
    return LongStream.range(0, ranks).map(rank -> rank == root.rank() ? count : 0).toArray();
  }

  PieceSplit cut(int rank, int piece) {
    long first = 0;
    for (int before = 0; before < rank; before++) {
      first += counts[before];
    }
    return new PieceSplit(first, counts[rank], piece);
  }

  /// Whether a rank gets what another one folded.
  boolean gets(int rank) {
    return switch (target) {
      case Reduction.Everyone _ -> true;
      case Reduction.Root(int root) -> rank == root;
      case Reduction.Slices _ -> false;
    };
  }
}
