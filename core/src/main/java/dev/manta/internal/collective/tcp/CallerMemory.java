package dev.manta.internal.collective.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A caller's memory in units of some bytes, as sockets see it: native memory directly, arrays
/// through staging.
record CallerMemory(MemorySegment segment, int unit) {
  /// A view, or a copy, of some units to send.
  ByteBuffer read(long at, int count, Staging staging) {
    long bytes = (long) count * unit;
    if (segment.isNative()) {
      return segment.asSlice(at * unit, bytes).asByteBuffer();
    }
    MemorySegment copy = staging.of(bytes);
    MemorySegment.copy(segment, at * unit, copy, 0, bytes);
    return copy.asSlice(0, bytes).asByteBuffer();
  }

  /// Where received units go at first.
  ByteBuffer room(long at, int count, Staging staging) {
    long bytes = (long) count * unit;
    return segment.isNative()
        ? segment.asSlice(at * unit, bytes).asByteBuffer()
        : staging.buffer((int) bytes);
  }

  /// Brings received units to their place.
  void settle(long at, int count, Staging staging) {
    if (!segment.isNative()) {
      long bytes = (long) count * unit;
      MemorySegment.copy(staging.of(bytes), 0, segment, at * unit, bytes);
    }
  }
}
