package dev.manta.internal.collective.fold;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import java.lang.foreign.MemorySegment;

/// Longs, and the means of smaller integers, whose sums would wrap in their own size.
final class LongFold extends Fold {
  private final ElementType type;
  private final Op op;
  private final int ranks;
  private final long[] sum = new long[BLOCK];
  private final long[] next = new long[BLOCK];

  LongFold(ElementType type, Op op, int ranks) {
    this.type = type;
    this.op = op;
    this.ranks = ranks;
  }

  @Override
  public void add(int rank, MemorySegment from, long at, int count) {
    if (rank == 0) {
      load(from, at, sum, count);
    } else {
      load(from, at, next, count);
      combine(count);
    }
  }

  private void combine(int count) {
    switch (op) {
      case SUM, MEAN -> sum(sum, next, count);
      case MIN -> min(sum, next, count);
      case MAX -> max(sum, next, count);
      case PRODUCT -> product(sum, next, count);
    }
  }

  private void load(MemorySegment from, long at, long[] to, int count) {
    switch (type) {
      case I64 -> MemorySegment.copy(from, JAVA_LONG_UNALIGNED, at, to, 0, count);
      case I32 -> loadInts(from, at, to, count);
      case I8 -> loadBytes(from, at, to, count);
      case F32, F64, F16, BF16 -> throw new IllegalStateException(type + " is not folded as long");
    }
  }

  @Override
  public void settle(int count) {
    if (op == Op.MEAN) {
      divide(sum, ranks, count);
    }
  }

  @Override
  public void store(MemorySegment to, long at, int count) {
    switch (type) {
      case I64 -> give(to, at, count);
      case I32 -> storeInts(sum, to, at, count);
      case I8 -> storeBytes(sum, to, at, count);
      case F32, F64, F16, BF16 -> throw new IllegalStateException(type + " is not folded as long");
    }
  }

  @Override
  public int carryBytes() {
    return Long.BYTES;
  }

  @Override
  public boolean isRaw() {
    return type == ElementType.I64;
  }

  @Override
  public void give(MemorySegment to, long at, int count) {
    MemorySegment.copy(sum, 0, to, JAVA_LONG_UNALIGNED, at, count);
  }

  @Override
  public void take(MemorySegment from, long at, int count) {
    MemorySegment.copy(from, JAVA_LONG_UNALIGNED, at, sum, 0, count);
  }

  private static void loadInts(MemorySegment from, long at, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from.get(JAVA_INT_UNALIGNED, at + 4L * i);
    }
  }

  private static void loadBytes(MemorySegment from, long at, long[] to, int count) {
    for (int i = 0; i < count; i++) {
      to[i] = from.get(JAVA_BYTE, at + i);
    }
  }

  private static void storeInts(long[] sum, MemorySegment to, long at, int count) {
    for (int i = 0; i < count; i++) {
      to.set(JAVA_INT_UNALIGNED, at + 4L * i, (int) sum[i]);
    }
  }

  private static void storeBytes(long[] sum, MemorySegment to, long at, int count) {
    for (int i = 0; i < count; i++) {
      to.set(JAVA_BYTE, at + i, (byte) sum[i]);
    }
  }

  private static void sum(long[] sum, long[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] += next[i];
    }
  }

  private static void min(long[] sum, long[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.min(sum[i], next[i]);
    }
  }

  private static void max(long[] sum, long[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.max(sum[i], next[i]);
    }
  }

  private static void product(long[] sum, long[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] *= next[i];
    }
  }

  private static void divide(long[] sum, int ranks, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] /= ranks;
    }
  }
}
