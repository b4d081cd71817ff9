package dev.manta.stores.internal.objects;

/// How objects are cut into parts.
final class PartSizes {
  static final long MEBIBYTE = 1 << 20;

  /// Large enough that a request's round trip hardly counts, small enough for several in memory.
  static final long PART = 16 * MEBIBYTE;

  private static final int HEAP_SHARE = 4;
  private static final int PARTS_MAX = 10_000;

  /// Ranges that are read in parallel are not smaller.
  private static final long RANGE_MIN = 8 * MEBIBYTE;

  private static final long RANGE_MAX = 32 * MEBIBYTE;
  private static final int RANGES = 8;

  private PartSizes() {}

  /// The size of an object's parts: stores take 10,000 at most.
  static long part(long size) {
    long needed = Math.ceilDiv(size, PARTS_MAX);
    return Math.max(PART, Math.ceilDiv(needed, MEBIBYTE) * MEBIBYTE);
  }

  /// How many megabytes of parts may be in memory at once: a share of a heap that users need for
  /// more than that.
  static int memory(long heap) {
    return (int) Math.clamp(heap / HEAP_SHARE / MEBIBYTE, PART / MEBIBYTE, Integer.MAX_VALUE);
  }

  /// The size of the ranges in which so many bytes are read.
  static long range(long size) {
    return Math.clamp(Math.ceilDiv(size, RANGES), RANGE_MIN, RANGE_MAX);
  }
}
