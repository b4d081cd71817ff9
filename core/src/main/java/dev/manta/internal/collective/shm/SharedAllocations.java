package dev.manta.internal.collective.shm;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// The memory born in a group. A place is a number that all ranks understand: which allocation, and
/// the offset in the owner's part of it; 0 means elsewhere.
final class SharedAllocations implements AutoCloseable {
  private static final int OFFSET_BITS = 44;
  private static final long OFFSETS = (1L << OFFSET_BITS) - 1;
  private static final long INHERITED = 1L << 62;

  private final List<List<SharedRegion>> made = new CopyOnWriteArrayList<>();
  private final SharedAllocations parent;
  private final int[] ranks;
  private final int rank;

  /// For a whole group.
  SharedAllocations(int rank) {
    this.parent = this;
    this.ranks = new int[0];
    this.rank = rank;
  }

  /// For some ranks of a group, whose memory they know too.
  SharedAllocations(SharedAllocations parent, int[] ranks, int rank) {
    this.parent = parent;
    this.ranks = ranks.clone();
    this.rank = rank;
  }

  int count() {
    return made.size();
  }

  /// Adds what one allocation made, one region per rank.
  void add(List<SharedRegion> regions) {
    made.add(List.copyOf(regions));
  }

  /// The place of this rank's memory.
  long place(MemorySegment memory) {
    if (!memory.isNative() || memory.byteSize() == 0) {
      return 0;
    }
    for (int index = 0; index < made.size(); index++) {
      MemorySegment mine = made.get(index).get(rank).memory();
      long offset = memory.address() - mine.address();
      if (offset >= 0 && offset + memory.byteSize() <= mine.byteSize()) {
        return (index + 1L) << OFFSET_BITS | offset;
      }
    }
    return parent == this ? 0 : inherited(memory);
  }

  private long inherited(MemorySegment memory) {
    long place = parent.place(memory);
    return place == 0 ? 0 : place | INHERITED;
  }

  /// A rank's part of the allocation that a place is in.
  MemorySegment memory(long place, int owner) {
    if ((place & INHERITED) != 0) {
      return parent.memory(place & ~INHERITED, ranks[owner]);
    }
    return made.get((int) (place >>> OFFSET_BITS) - 1).get(owner).memory();
  }

  static long offset(long place) {
    return place & OFFSETS;
  }

  @Override
  public void close() {
    made.forEach(regions -> regions.forEach(SharedRegion::close));
    made.clear();
  }
}
