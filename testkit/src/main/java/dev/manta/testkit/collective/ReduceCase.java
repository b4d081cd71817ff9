package dev.manta.testkit.collective;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/// The values of all ranks and what must come out when they are reduced.
record ReduceCase(ElementType type, Op op, List<MemorySegment> all, byte[] result) {
  static ReduceCase of(ElementType type, Op op, long count, int ranks) {
    List<MemorySegment> all = Sample.all(type, count, 7, ranks);
    return new ReduceCase(type, op, all, Reference.fold(type, op, all));
  }

  /// Reduces this rank's part in place and compares every byte.
  void check(Collectives rank) {
    byte[] inOut = all.get(rank.rank()).toArray(ValueLayout.JAVA_BYTE);
    rank.allReduce(Values.of(MemorySegment.ofArray(inOut), type), op);
    compare(rank, inOut);
  }

  /// The same into memory of its own.
  void checkApart(Collectives rank) {
    byte[] in = all.get(rank.rank()).toArray(ValueLayout.JAVA_BYTE);
    byte[] out = new byte[in.length];
    Values from = Values.of(MemorySegment.ofArray(in), type);
    rank.allReduce(from, Values.of(MemorySegment.ofArray(out), type), op);
    compare(rank, out);
  }

  private void compare(Collectives rank, byte[] got) {
    int at = Arrays.mismatch(got, result);
    if (at >= 0) {
      throw new AssertionError(
          "%s of %s bytes of %s: byte %s differs on rank %s of %s"
              .formatted(op, result.length, type, at, rank.rank(), rank.size()));
    }
  }
}
