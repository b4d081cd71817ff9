package dev.manta.internal.data.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Native memory in blocks that are used again: touching fresh pages costs more than decoding into
/// them. What is lent out and what is kept for later take no more than a budget together, unless
/// more than that is lent out.
public final class BlockPool {
  private static final BlockPool SHARED = new BlockPool(MemoryBudget.shared()::most);
  private static final long ALIGNMENT = 64;
  private static final long SMALLEST = 4096;

  /// A block and the arena that frees it.
  record Block(Arena arena, MemorySegment memory) {}

  private final LongSupplier most;
  private final AtomicLong idle = new AtomicLong();
  private final AtomicLong used = new AtomicLong();
  private final Map<Long, ConcurrentLinkedDeque<Block>> free = new ConcurrentHashMap<>();

  BlockPool(LongSupplier most) {
    this.most = most;
  }

  /// Those of this process.
  public static BlockPool shared() {
    return SHARED;
  }

  Block take(long bytes) {
    long size = sizeClass(bytes);
    used.addAndGet(size);
    ConcurrentLinkedDeque<Block> kept = free.get(size);
    Block block = kept == null ? null : kept.pollFirst();
    if (block == null) {
      forget(size);
      Arena arena = Arena.ofShared();
      return new Block(arena, arena.allocate(size, ALIGNMENT));
    }
    idle.addAndGet(-size);
    return block;
  }

  void give(Block block) {
    long size = block.memory().byteSize();
    used.addAndGet(-size);
    idle.addAndGet(size);
    forget(size);
    if (isTooMuch()) {
      idle.addAndGet(-size);
      block.arena().close();
      return;
    }
    free.computeIfAbsent(size, _ -> new ConcurrentLinkedDeque<>()).addFirst(block);
  }

  private boolean isTooMuch() {
    return idle.get() > Math.max(0, most.getAsLong() - used.get());
  }

  /// Frees blocks of other sizes, as long as there are too many: they are of work that is over.
  private void forget(long size) {
    if (!isTooMuch()) {
      return;
    }
    for (Map.Entry<Long, ConcurrentLinkedDeque<Block>> each : free.entrySet()) {
      while (each.getKey() != size && isTooMuch()) {
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
  public long used() {
    return used.get();
  }

  /// Eight classes between a power of two and the next: at most an eighth is lost.
  static long sizeClass(long bytes) {
    if (bytes <= SMALLEST) {
      return SMALLEST;
    }
    long step = Long.highestOneBit(bytes - 1) >>> 3;
    return (bytes + step - 1) / step * step;
  }
}
