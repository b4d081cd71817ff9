package dev.manta.testkit.collective;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The plain meaning of a reduction: one element after the other, one rank after the other.
public final class Reference {
  private Reference() {}

  /// The left fold over all ranks' values.
  public static byte[] fold(ElementType type, Op op, List<MemorySegment> ranks) {
    byte[] out = new byte[(int) ranks.getFirst().byteSize()];
    MemorySegment to = MemorySegment.ofArray(out);
    for (long at = 0; at < out.length; at += type.bytes()) {
      switch (type) {
        case F32, F16, BF16 -> writeFloat(to, type, at, foldFloat(type, op, ranks, at));
        case F64 -> to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, foldDouble(op, ranks, at));
        case I32, I64, I8 -> writeLong(to, type, at, foldLong(type, op, ranks, at));
      }
    }
    return out;
  }

  /// The mean by weight; ranks of weight 0 do not count.
  public static byte[] weighted(ElementType type, List<MemorySegment> ranks, double[] weights) {
    byte[] out = new byte[(int) ranks.getFirst().byteSize()];
    MemorySegment to = MemorySegment.ofArray(out);
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    for (long at = 0; at < out.length; at += type.bytes()) {
      if (type == ElementType.F64) {
        double sum = weightedDouble(ranks, weights, at);
        to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, total == 0 ? 0 : sum / total);
      } else {
        float sum = weightedFloat(type, ranks, weights, at);
        writeFloat(to, type, at, total == 0 ? 0 : sum / (float) total);
      }
    }
    return out;
  }

  private static float weightedFloat(
      ElementType type, List<MemorySegment> ranks, double[] weights, long at) {
    float sum = 0;
    for (int rank = 0; rank < weights.length; rank++) {
      if (weights[rank] != 0) {
        sum += (float) weights[rank] * readFloat(ranks.get(rank), type, at);
      }
    }
    return sum;
  }

  private static double weightedDouble(List<MemorySegment> ranks, double[] weights, long at) {
    double sum = 0;
    for (int rank = 0; rank < weights.length; rank++) {
      if (weights[rank] != 0) {
        sum += weights[rank] * ranks.get(rank).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      }
    }
    return sum;
  }

  private static float foldFloat(ElementType type, Op op, List<MemorySegment> ranks, long at) {
    float sum = readFloat(ranks.getFirst(), type, at);
    for (MemorySegment rank : ranks.subList(1, ranks.size())) {
      float next = readFloat(rank, type, at);
      sum =
          switch (op) {
            case SUM, MEAN -> sum + next;
            case MIN -> Math.min(sum, next);
            case MAX -> Math.max(sum, next);
            case PRODUCT -> sum * next;
          };
    }
    return op == Op.MEAN ? sum / ranks.size() : sum;
  }

  private static double foldDouble(Op op, List<MemorySegment> ranks, long at) {
    double sum = ranks.getFirst().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
    for (MemorySegment rank : ranks.subList(1, ranks.size())) {
      double next = rank.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at);
      sum =
          switch (op) {
            case SUM, MEAN -> sum + next;
            case MIN -> Math.min(sum, next);
            case MAX -> Math.max(sum, next);
            case PRODUCT -> sum * next;
          };
    }
    return op == Op.MEAN ? sum / ranks.size() : sum;
  }

  private static long foldLong(ElementType type, Op op, List<MemorySegment> ranks, long at) {
    long sum = readLong(ranks.getFirst(), type, at);
    for (MemorySegment rank : ranks.subList(1, ranks.size())) {
      long next = readLong(rank, type, at);
      sum =
          switch (op) {
            case SUM, MEAN -> sum + next;
            case MIN -> Math.min(sum, next);
            case MAX -> Math.max(sum, next);
            case PRODUCT -> sum * next;
          };
    }
    return op == Op.MEAN ? sum / ranks.size() : sum;
  }

  static float readFloat(MemorySegment from, ElementType type, long at) {
    return switch (type) {
      case F32 -> from.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
      case F16 -> Float.float16ToFloat(from.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
      case BF16 -> Float.intBitsToFloat(from.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) << 16);
      case F64, I32, I64, I8 -> throw new IllegalArgumentException(type + " is not read as float");
    };
  }

  static void writeFloat(MemorySegment to, ElementType type, long at, float value) {
    switch (type) {
      case F32 -> to.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
      case F16 -> to.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(value));
      case BF16 -> to.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, toBfloat(value));
      case F64, I32, I64, I8 -> throw new IllegalArgumentException(type + " is not a float");
    }
  }

  /// The nearest bfloat16, found by trying both neighbours.
  private static short toBfloat(float value) {
    int low = Float.floatToRawIntBits(value) >> 16;
    if (Float.isNaN(value)) {
      return (short) (low | 0x40);
    }
    double below = Math.abs((double) value - Float.intBitsToFloat(low << 16));
    double above = Math.abs(bigger(low) - value);
    boolean up = below > above || (below == above && (low & 1) == 1);
    return (short) (up ? low + 1 : low);
  }

  /// The next bfloat16 away from zero; past the largest, where the next would have been.
  private static double bigger(int low) {
    float next = Float.intBitsToFloat((low + 1) << 16);
    return Float.isInfinite(next) ? Math.copySign(0x1p128, next) : next;
  }

  private static long readLong(MemorySegment from, ElementType type, long at) {
    return switch (type) {
      case I32 -> from.get(ValueLayout.JAVA_INT_UNALIGNED, at);
      case I64 -> from.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
      case I8 -> from.get(ValueLayout.JAVA_BYTE, at);
      case F32, F64, F16, BF16 -> throw new IllegalArgumentException(type + " is not an integer");
    };
  }

  private static void writeLong(MemorySegment to, ElementType type, long at, long value) {
    switch (type) {
      case I32 -> to.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
      case I64 -> to.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
      case I8 -> to.set(ValueLayout.JAVA_BYTE, at, (byte) value);
      case F32, F64, F16, BF16 -> throw new IllegalArgumentException(type + " is not an integer");
    }
  }
}
