package dev.manta.internal.collective.shm;

/// Where staged data lies in a group's region: per rank two slots for what it gives and two for
/// what it has folded, used in turn.
final class StagingSlots {
  private static final long ALIGN = 64;
  private static final long PAGE = 4096;

  private final long base;
  private final int ranks;
  private final long share;

  StagingSlots(long base, int ranks, long slotBytes) {
    this.base = (base + PAGE - 1) / PAGE * PAGE;
    this.ranks = ranks;
    this.share = Math.max(ALIGN, slotBytes / ranks / ALIGN * ALIGN);
  }

  /// The size of one slot when all slots together get about this many bytes.
  static long slotBytes(long all, int ranks) {
    return Math.max(4096, all / ranks / 2);
  }

  /// The first byte after all slots.
  long end() {
    return base + ranks * rankBytes();
  }

  /// The bytes of one rank's slice that fit in a slot.
  long share() {
    return share;
  }

  /// The bytes of a slot.
  long slot() {
    return share * ranks;
  }

  /// What a rank gives, for the chunk of this number.
  long given(int rank, long chunk) {
    return base + rank * rankBytes() + (chunk & 1) * slot();
  }

  /// What a rank has folded, for the chunk of this number.
  long folded(int rank, long chunk) {
    return base + rank * rankBytes() + 2 * slot() + (chunk & 1) * share;
  }

  private long rankBytes() {
    return (2 * (slot() + share) + PAGE - 1) / PAGE * PAGE;
  }
}
