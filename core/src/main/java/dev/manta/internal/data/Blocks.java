package dev.manta.internal.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;

/// Native memory in blocks that are used again: touching fresh pages costs more than decoding into
/// them.
final class Blocks {
  private static final Blocks SHARED = new Blocks(128L << 20);
  private static final long ALIGNMENT = 64;
  private static final long SMALLEST = 4096;

  /// A block and the arena that frees it.
  record Block(Arena arena, MemorySegment memory) {}

  private final long idleMax;
  private final AtomicLong idle = new AtomicLong();
  private final AtomicLong used = new AtomicLong();
  private final Map<Long, ConcurrentLinkedDeque<Block>> free = new ConcurrentHashMap<>();

  Blocks(long idleMax) {
    this.idleMax = idleMax;
  }

  /// Those of this process.
  static Blocks shared() {
    return SHARED;
  }

  Block take(long bytes) {
    long size = sizeClass(bytes);
    used.addAndGet(size);
    ConcurrentLinkedDeque<Block> kept = free.get(size);
    Block block = kept == null ? null : kept.pollFirst();
    if (block == null) {
      Arena arena = Arena.ofShared();
      return new Block(arena, arena.allocate(size, ALIGNMENT));
    }
    idle.addAndGet(-size);
    return block;
  }

  void give(Block block) {
    long size = block.memory().byteSize();
    used.addAndGet(-size);
    if (idle.addAndGet(size) > idleMax) {
      forget(size);
    }
    if (idle.get() > idleMax) {
      idle.addAndGet(-size);
      block.arena().close();
      return;
    }
    free.computeIfAbsent(size, _ -> new ConcurrentLinkedDeque<>()).addFirst(block);
  }

  /// Frees blocks of other sizes, as long as there are too many: they are of work that is over.
  private void forget(long size) {
    for (Map.Entry<Long, ConcurrentLinkedDeque<Block>> each : free.entrySet()) {
      while (each.getKey() != size && idle.get() > idleMax) {
        Block oldest = each.getValue().pollLast();
        if (oldest == null) {
          break;
        }
        idle.addAndGet(-each.getKey());
        oldest.arena().close();
      }
    }
  }

  /// The bytes that are lent out.
  long used() {
    return used.get();
  }

  /// Four classes between a power of two and the next: at most a quarter is lost.
  static long sizeClass(long bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    long step = Long.highestOneBit(bytes - 1) >>> 2;
    return (bytes + step - 1) / step * step;
  }
}
