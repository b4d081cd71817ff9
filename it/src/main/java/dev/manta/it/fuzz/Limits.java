package dev.manta.it.fuzz;

import dev.manta.data.Memory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// What reading one input may take. Memory outside the heap is counted as it is asked for.
///
/// @param bytes the most that may be allocated, all in all
public record Limits(long bytes) {
  private static final long BASE = 64L << 20;

  private static final int ALIGNMENT = 64;

  /// The limits for an input.
  static Limits of(Target target, byte[] input) {
    return new Limits(BASE + target.growth() * input.length);
  }

  void require(long taken) {
    if (taken > bytes) {
      throw new Finding("it allocated " + taken + " bytes; the limit is " + bytes);
    }
  }

  /// Memory of an arena that refuses more than the limit.
  Memory memory(Arena arena) {
    return new Memory() {
      private long taken;

      @Override
      public MemorySegment allocate(long size) {
        taken = Math.addExact(taken, size);
        require(taken);
        return arena.allocate(size, ALIGNMENT);
      }
    };
  }
}
