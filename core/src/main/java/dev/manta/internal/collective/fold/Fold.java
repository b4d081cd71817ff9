package dev.manta.internal.collective.fold;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import java.lang.foreign.MemorySegment;

/// The left fold over ranks of one block of elements, in an accumulator on the heap. Ranks are
/// added in order 0, 1, … n-1; offsets are bytes, counts are elements, at most [#BLOCK].
///
/// A fold may stop after some ranks, [#give] its accumulator, and continue elsewhere with [#take]:
/// the bits are the same.
public abstract sealed class Fold permits FloatFold, DoubleFold, IntFold, LongFold, ByteFold {
  /// The most elements of one block. Few enough for the processor to load the next block while it
  /// still adds this one: with 2,048 a large sum takes up to twice as long. No power of two, so
  /// that the two arrays on the heap do not fall on the same lines of the cache.
  public static final int BLOCK = 640;

  /// A fold for this many ranks.
  public static Fold of(ElementType type, Op op, int ranks) {
    boolean mean = op == Op.MEAN;
    return switch (type) {
      case F32, F16, BF16 -> new FloatFold(type, op, new double[0], ranks);
      case F64 -> new DoubleFold(op, new double[0], ranks);
      case I32 -> mean ? new LongFold(type, op, ranks) : new IntFold(op);
      case I64 -> new LongFold(type, op, ranks);
      case I8 -> mean ? new LongFold(type, op, ranks) : new ByteFold(op);
    };
  }

  /// A mean by weight; only for floating types.
  public static Fold weighted(ElementType type, double[] weights) {
    return switch (type) {
      case F32, F16, BF16 -> new FloatFold(type, Op.MEAN, weights, weights.length);
      case F64 -> new DoubleFold(Op.MEAN, weights, weights.length);
      case I32, I64, I8 -> throw new IllegalArgumentException("a weighted mean of " + type);
    };
  }

  /// Adds a rank's block.
  public abstract void add(int rank, MemorySegment from, long at, int count);

  /// Ends the fold: divides a mean and rounds.
  public abstract void settle(int count);

  /// Writes the settled result, as often as wanted.
  public abstract void store(MemorySegment to, long at, int count);

  /// Settles and writes the result.
  public final void finish(MemorySegment to, long at, int count) {
    settle(count);
    store(to, at, count);
  }

  /// The size of one element of the accumulator.
  public abstract int carryBytes();

  /// Whether the accumulator after the first rank is that rank's values, bit by bit.
  public abstract boolean isRaw();

  /// Writes the accumulator as it is.
  public abstract void give(MemorySegment to, long at, int count);

  /// Reads an accumulator that another fold gave; the next rank is added to it.
  public abstract void take(MemorySegment from, long at, int count);
}
