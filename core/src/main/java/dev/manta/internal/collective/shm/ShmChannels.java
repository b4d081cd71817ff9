package dev.manta.internal.collective.shm;

import dev.manta.internal.collective.CallHeader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// One channel of shared memory per ordered pair of ranks, with two slots used in turn. The first
/// slot of a message starts with its header.
final class ShmChannels {
  private static final long SENT = 0;
  private static final long TAKEN = 64;
  private static final long SLOTS = 128;
  private static final long HEADER = 64;

  private final MemorySegment memory;
  private final long base;
  private final int ranks;
  private final long slot;

  ShmChannels(MemorySegment memory, long base, int ranks) {
    this.memory = memory;
    this.base = base;
    this.ranks = ranks;
    this.slot = slotBytes(ranks);
  }

  private static long slotBytes(int ranks) {
    return Math.clamp((1L << 20) / ranks / ranks / 64 * 64, 1024, 32 << 10);
  }

  static long bytes(int ranks) {
    return ranks * (long) ranks * channelBytes(ranks);
  }

  private static long channelBytes(int ranks) {
    return SLOTS + 2 * slotBytes(ranks);
  }

  private long channel(int from, int to) {
    return base + (from * (long) ranks + to) * channelBytes(ranks);
  }

  long chunkBytes() {
    return slot - HEADER;
  }

  long sent(int from, int to) {
    return (long) ControlPages.LONG.getAcquire(memory, channel(from, to) + SENT);
  }

  void sent(int from, int to, long count) {
    ControlPages.LONG.setVolatile(memory, channel(from, to) + SENT, count);
  }

  long taken(int from, int to) {
    return (long) ControlPages.LONG.getAcquire(memory, channel(from, to) + TAKEN);
  }

  void taken(int from, int to, long count) {
    ControlPages.LONG.setVolatile(memory, channel(from, to) + TAKEN, count);
  }

  private long slot(int from, int to, long chunk) {
    return channel(from, to) + SLOTS + (chunk & 1) * slot;
  }

  void write(int from, int to, long chunk, CallHeader header) {
    long at = slot(from, to, chunk);
    long[] words = {header.sequence(), header.signature(), header.count(), header.detail()};
    MemorySegment.copy(words, 0, memory, ValueLayout.JAVA_LONG, at, words.length);
  }

  CallHeader header(int from, int to, long chunk) {
    long[] words = new long[4];
    long at = slot(from, to, chunk);
    MemorySegment.copy(memory, ValueLayout.JAVA_LONG, at, words, 0, words.length);
    return new CallHeader(words[0], words[1], words[2], words[3], 0, 0);
  }

  /// The data part of a slot.
  MemorySegment data(int from, int to, long chunk) {
    return memory.asSlice(slot(from, to, chunk) + HEADER, chunkBytes());
  }
}
