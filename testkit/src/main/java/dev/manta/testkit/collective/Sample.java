package dev.manta.testkit.collective;

import dev.manta.collective.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Values that depend on a seed and a rank alone, so that every rank knows what the others have.
public final class Sample {
  private Sample() {}

  /// Finite numbers of a modest size, whose sums and products round but do not overflow.
  public static MemorySegment of(ElementType type, long count, long seed, int rank) {
    MemorySegment values = MemorySegment.ofArray(new byte[Math.toIntExact(count * type.bytes())]);
    // Every rank makes the values of all: this generator is the quickest.
    SplittableRandom random = new SplittableRandom(seed * 31 + rank);
    for (long at = 0; at < values.byteSize(); at += type.bytes()) {
      write(values, type, at, random);
    }
    return values;
  }

  /// The values of all ranks.
  public static List<MemorySegment> all(ElementType type, long count, long seed, int ranks) {
    List<MemorySegment> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      all.add(of(type, count, seed, rank));
    }
    return all;
  }

  private static void write(MemorySegment to, ElementType type, long at, SplittableRandom random) {
    switch (type) {
      case F32, F16, BF16 -> Reference.writeFloat(to, type, at, number(random));
      case F64 -> to.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, at, number(random) / 3.0);
      case I32 -> to.set(ValueLayout.JAVA_INT_UNALIGNED, at, random.nextInt());
      case I64 -> to.set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextLong());
      case I8 -> to.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
    }
  }

  private static float number(SplittableRandom random) {
    float size = 0.5f + 1.5f * random.nextFloat();
    return random.nextBoolean() ? size : -size;
  }
}
