package dev.manta.internal.data.memory;

import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Memory that batches share: given back when the last of them is closed.
public final class BatchMemory implements Memory {
  private final List<BlockPool.Block> blocks = new ArrayList<>();
  private final List<Runnable> afterwards = new ArrayList<>();
  private final AtomicInteger holders = new AtomicInteger(1);

  /// The batch memory behind a memory; one that is not ours is left alone.
  public static BatchMemory of(Memory memory) {
    return memory instanceof BatchMemory batchMemory ? batchMemory : new BatchMemory();
  }

  @Override
  public MemorySegment allocate(long bytes) {
    BlockPool.Block block = BlockPool.shared().take(bytes);
    synchronized (blocks) {
      blocks.add(block);
    }
    return block.memory().asSlice(0, Math.max(bytes, 0));
  }

  /// Something to do once the memory is given back.
  public void whenReleased(Runnable action) {
    synchronized (blocks) {
      afterwards.add(action);
    }
  }

  /// One more holder.
  public BatchMemory share() {
    if (holders.getAndIncrement() <= 0) {
      throw new IllegalStateException(
          "this batch is over: its memory was given back; call retain() while it is valid");
    }
    return this;
  }

  /// One holder less.
  public void release() {
    if (holders.decrementAndGet() == 0) {
      blocks.forEach(BlockPool.shared()::give);
      afterwards.forEach(Runnable::run);
    }
  }
}
