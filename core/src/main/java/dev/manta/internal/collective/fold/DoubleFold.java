package dev.manta.internal.collective.fold;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;

import dev.manta.collective.Op;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Doubles.
final class DoubleFold extends Fold {
  private final Op op;
  private final double[] weights;
  private final double divisor;
  private final double[] sum = new double[BLOCK];
  private final double[] next = new double[BLOCK];

  DoubleFold(Op op, double[] weights, int ranks) {
    this.op = op;
    this.weights = weights;
    this.divisor = weights.length > 0 ? FloatKernels.total(weights) : ranks;
  }

  @Override
  public void add(int rank, MemorySegment from, long at, int count) {
    if (weights.length > 0) {
      addWeighted(rank, from, at, count);
    } else if (rank == 0) {
      take(from, at, count);
    } else {
      MemorySegment.copy(from, JAVA_DOUBLE_UNALIGNED, at, next, 0, count);
      combine(count);
    }
  }

  private void addWeighted(int rank, MemorySegment from, long at, int count) {
    if (rank == 0) {
      Arrays.fill(sum, 0, count, 0);
    }
    if (weights[rank] != 0) {
      MemorySegment.copy(from, JAVA_DOUBLE_UNALIGNED, at, next, 0, count);
      sumScaled(sum, next, weights[rank], count);
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

  @Override
  public void settle(int count) {
    if (op == Op.MEAN && divisor != 0) {
      divide(sum, divisor, count);
    }
  }

  @Override
  public void store(MemorySegment to, long at, int count) {
    give(to, at, count);
  }

  @Override
  public int carryBytes() {
    return Double.BYTES;
  }

  @Override
  public boolean isRaw() {
    return weights.length == 0;
  }

  @Override
  public void give(MemorySegment to, long at, int count) {
    MemorySegment.copy(sum, 0, to, JAVA_DOUBLE_UNALIGNED, at, count);
  }

  @Override
  public void take(MemorySegment from, long at, int count) {
    MemorySegment.copy(from, JAVA_DOUBLE_UNALIGNED, at, sum, 0, count);
  }

  private static void sum(double[] sum, double[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] += next[i];
    }
  }

  private static void sumScaled(double[] sum, double[] next, double weight, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] += weight * next[i];
    }
  }

  private static void min(double[] sum, double[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.min(sum[i], next[i]);
    }
  }

  private static void max(double[] sum, double[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] = Math.max(sum[i], next[i]);
    }
  }

  private static void product(double[] sum, double[] next, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] *= next[i];
    }
  }

  private static void divide(double[] sum, double divisor, int count) {
    for (int i = 0; i < count; i++) {
      sum[i] /= divisor;
    }
  }
}
