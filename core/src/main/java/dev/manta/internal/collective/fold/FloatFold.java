package dev.manta.internal.collective.fold;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import java.lang.foreign.MemorySegment;

/// Floats, and both kinds of half precision as floats until the end.
final class FloatFold extends Fold {
  private final ElementType type;
  private final Op op;
  private final double[] weights;
  private final float divisor;
  private final float[] sum = new float[BLOCK];
  private final float[] next = new float[BLOCK];
  private final short[] halves;

  FloatFold(ElementType type, Op op, double[] weights, int ranks) {
    this.type = type;
    this.op = op;
    this.weights = weights;
    this.divisor = weights.length > 0 ? (float) FloatKernels.total(weights) : ranks;
    this.halves = new short[type == ElementType.F32 ? 0 : BLOCK];
  }

  @Override
  public void add(int rank, MemorySegment from, long at, int count) {
    if (weights.length > 0) {
      addWeighted(rank, from, at, count);
    } else if (rank == 0) {
      load(from, at, sum, count);
    } else {
      load(from, at, next, count);
      combine(count);
    }
  }

  private void addWeighted(int rank, MemorySegment from, long at, int count) {
    if (rank == 0) {
      FloatKernels.clear(sum, count);
    }
    if (weights[rank] != 0) {
      load(from, at, next, count);
      FloatKernels.sumScaled(sum, next, (float) weights[rank], count);
    }
  }

  private void combine(int count) {
    switch (op) {
      case SUM, MEAN -> FloatKernels.sum(sum, next, count);
      case MIN -> FloatKernels.min(sum, next, count);
      case MAX -> FloatKernels.max(sum, next, count);
      case PRODUCT -> FloatKernels.product(sum, next, count);
    }
  }

  private void load(MemorySegment from, long at, float[] to, int count) {
    switch (type) {
      case F32 -> MemorySegment.copy(from, JAVA_FLOAT_UNALIGNED, at, to, 0, count);
      case F16 -> {
        MemorySegment.copy(from, JAVA_SHORT_UNALIGNED, at, halves, 0, count);
        FloatKernels.fromHalf(halves, to, count);
      }
      case BF16 -> {
        MemorySegment.copy(from, JAVA_SHORT_UNALIGNED, at, halves, 0, count);
        FloatKernels.fromBfloat(halves, to, count);
      }
      case F64, I32, I64, I8 -> throw new IllegalStateException(type + " is not folded as float");
    }
  }

  @Override
  public void settle(int count) {
    if (op == Op.MEAN) {
      FloatKernels.divide(sum, divisor, count);
    }
    switch (type) {
      case F16 -> FloatKernels.toHalf(sum, halves, count);
      case BF16 -> FloatKernels.toBfloat(sum, halves, count);
      case F32, F64, I32, I64, I8 -> {}
    }
  }

  @Override
  public void store(MemorySegment to, long at, int count) {
    if (type == ElementType.F32) {
      give(to, at, count);
    } else {
      MemorySegment.copy(halves, 0, to, JAVA_SHORT_UNALIGNED, at, count);
    }
  }

  @Override
  public int carryBytes() {
    return Float.BYTES;
  }

  @Override
  public boolean isRaw() {
    return type == ElementType.F32 && weights.length == 0;
  }

  @Override
  public void give(MemorySegment to, long at, int count) {
    MemorySegment.copy(sum, 0, to, JAVA_FLOAT_UNALIGNED, at, count);
  }

  @Override
  public void take(MemorySegment from, long at, int count) {
    MemorySegment.copy(from, JAVA_FLOAT_UNALIGNED, at, sum, 0, count);
  }
}
