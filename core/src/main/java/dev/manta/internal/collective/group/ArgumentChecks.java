package dev.manta.internal.collective.group;

import dev.manta.collective.Values;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// What a rank can see to be wrong with its own arguments.
final class ArgumentChecks {
  private ArgumentChecks() {}

  static void count(String what, long actual, long wanted) {
    if (actual != wanted) {
      throw new IllegalArgumentException(
          what + " holds " + actual + " elements, but " + wanted + " are needed");
    }
  }

  static void counts(List<Long> counts, int size) {
    if (counts.size() != size || counts.stream().anyMatch(count -> count < 0)) {
      throw new IllegalArgumentException(
          "counts " + counts + " are not a number from 0 up for each of " + size + " ranks");
    }
  }

  static void rank(String what, int rank, int size) {
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException(
          what + " " + rank + " is outside the group of " + size + " ranks");
    }
  }

  static void writable(Values out) {
    if (out.memory().isReadOnly()) {
      throw new IllegalArgumentException("the output is read-only memory");
    }
  }

  static void sameType(Values in, Values out) {
    writable(out);
    if (in.type() != out.type()) {
      throw new IllegalArgumentException(
          "the input is " + in.type() + ", but the output is " + out.type());
    }
  }

  /// In and out are the same memory, or have none in common.
  static void sameOrApart(MemorySegment in, MemorySegment out) {
    boolean same = in.byteSize() == out.byteSize() && overlapStart(in, out) == 0;
    if (!same) {
      apart(in, out);
    }
  }

  /// In and out have no memory in common, except that one may be the given part of the other.
  static void apartOrPart(MemorySegment whole, MemorySegment part, long offset) {
    if (part.byteSize() > 0 && overlapStart(whole, part) != offset) {
      apart(whole, part);
    }
  }

  static void apart(MemorySegment in, MemorySegment out) {
    if (in.byteSize() > 0 && out.byteSize() > 0 && in.asOverlappingSlice(out).isPresent()) {
      throw new IllegalArgumentException(
          "input and output overlap; use the same memory for both, or separate memory");
    }
  }

  /// Where the second segment starts in the first; -1 when they do not overlap so.
  private static long overlapStart(MemorySegment whole, MemorySegment part) {
    if (whole.byteSize() == 0 && part.byteSize() == 0) {
      return 0;
    }
    return whole
        .asOverlappingSlice(part)
        .map(shared -> part.address() - whole.address())
        .orElse(-1L);
  }
}
