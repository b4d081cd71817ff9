package dev.manta.internal.checkpoint;

import dev.manta.internal.machine.InParallel;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.zip.CRC32C;

/// An object in storage that is read in blocks: from a disk one after the other, from a store
/// several at a time, each of which is handed on as soon as it is there.
record StoredBlocks(Storage storage, Location at, long size) {
  private static final long LOCAL_BYTES = 1 << 20;

  /// A request to a store costs a round trip, and a store reads a large range by several at once.
  private static final long REMOTE_BYTES = 8 << 20;

  /// Closing memory that threads share stops all of them for a moment: that is not worth it for
  /// less.
  private static final long SMALL_BYTES = 64 << 10;

  /// Of one object; another one may be read at the same time.
  private static final int AT_ONCE = 6;

  /// How many blocks this process has in memory.
  private static final Semaphore ROOM = new Semaphore(8);

  /// Takes blocks on several threads and in any order.
  interface Sink {
    void accept(long offset, ByteBuffer bytes) throws IOException;
  }

  private record Block(long offset, long size) {}

  /// Hands all blocks over; the checksum of the whole.
  String pass(Sink to) throws IOException {
    try {
      return size <= SMALL_BYTES ? pass(to, StoredBlocks::onHeap) : passOffHeap(to);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private String passOffHeap(Sink to) {
    try (Arena memory = Arena.ofShared()) {
      return pass(to, memory);
    }
  }

  private String pass(Sink to, SegmentAllocator memory) {
    List<Block> blocks = blocks();
    var free = new ConcurrentLinkedQueue<MemorySegment>();
    List<Integer> sums = InParallel.map(blocks, atOnce(), block -> passed(block, memory, free, to));
    return Checksum.text(joined(blocks, sums));
  }

  private static MemorySegment onHeap(long bytes, long alignment) {
    return MemorySegment.ofArray(new byte[(int) bytes]);
  }

  private int atOnce() {
    return at.isLocal() ? 1 : AT_ONCE;
  }

  private long blockBytes() {
    return Math.min(size, at.isLocal() ? LOCAL_BYTES : REMOTE_BYTES);
  }

  private List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (long offset = 0; offset < size; offset += blockBytes()) {
      blocks.add(new Block(offset, Math.min(blockBytes(), size - offset)));
    }
    return blocks;
  }

  private int passed(Block block, SegmentAllocator memory, Queue<MemorySegment> free, Sink to) {
    ROOM.acquireUninterruptibly();
    try {
      MemorySegment known = free.poll();
      MemorySegment whole = known == null ? memory.allocate(blockBytes()) : known;
      MemorySegment into = whole.asSlice(0, block.size());
      storage.read(at, block.offset(), into);
      var crc = new CRC32C();
      crc.update(into.asByteBuffer());
      to.accept(block.offset(), into.asByteBuffer());
      free.add(whole);
      return (int) crc.getValue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      ROOM.release();
    }
  }

  private static int joined(List<Block> blocks, List<Integer> sums) {
    int joined = 0;
    for (int i = 0; i < sums.size(); i++) {
      joined = CrcJoin.joined(joined, sums.get(i), blocks.get(i).size());
    }
    return joined;
  }
}
