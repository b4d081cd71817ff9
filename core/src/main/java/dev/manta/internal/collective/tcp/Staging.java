package dev.manta.internal.collective.tcp;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Native memory between a socket and the fold, or a socket and an array: made on first use, grown
/// when needed, kept.
final class Staging {
  private final Arena arena;
  private MemorySegment memory = MemorySegment.NULL;

  Staging(Arena arena) {
    this.arena = arena;
  }

  MemorySegment of(long bytes) {
    if (memory.byteSize() < bytes) {
      memory = arena.allocate(Math.max(4096, Long.highestOneBit(bytes - 1) << 1), 64);
    }
    return memory;
  }

  /// What was asked for last.
  MemorySegment filled() {
    return memory;
  }

  ByteBuffer buffer(int bytes) {
    return of(bytes).asSlice(0, bytes).asByteBuffer();
  }
}
