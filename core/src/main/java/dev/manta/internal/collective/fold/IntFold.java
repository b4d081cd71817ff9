package dev.manta.internal.collective.fold;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.collective.Op;
import java.lang.foreign.MemorySegment;

/// Ints; sums wrap.
final class IntFold extends Fold {
  private final Op op;
  private final int[] sum = new int[BLOCK];
  private final int[] next = new int[BLOCK];

  IntFold(Op op) {
    this.op = op;
  }

  @Override
  public void add(int rank, MemorySegment from, long at, int count) {
    if (rank == 0) {
      take(from, at, count);
    } else {
      MemorySegment.copy(from, JAVA_INT_UNALIGNED, at, next, 0, count);
      combine(count);
    }
  }

  private void combine(int count) {
    switch (op) {
      case SUM -> sum(sum, next, count);
      case MIN -> min(sum, next, count);
      case MAX -> max(sum, next, count);
      case PRODUCT -> product(sum, next, count);
      case MEAN -> throw new IllegalStateException("a mean of integers is folded as long");
    }
  }

  @Override
  public void settle(int count) {}

  @Override
  public void store(MemorySegment to, long at, int count) {
    give(to, at, count);
  }

  @Override
  public int carryBytes() {
    return Integer.BYTES;
  }

  @Override
  public boolean isRaw() {
    return true;
  }

  @Override
  public void give(MemorySegment to, long at, int count) {
    MemorySegment.copy(sum, 0, to, JAVA_INT_UNALIGNED, at, count);
  }

  @Override
  public void take(MemorySegment from, long at, int count) {
    MemorySegment.copy(from, JAVA_INT_UNALIGNED, at, sum, 0, count);
  }

  private static void sum(int[] sum, int[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] += next[i];
    }
  }

  private static void min(int[] sum, int[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.min(sum[i], next[i]);
    }
  }

  private static void max(int[] sum, int[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.max(sum[i], next[i]);
    }
  }

  private static void product(int[] sum, int[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] *= next[i];
    }
  }
}
