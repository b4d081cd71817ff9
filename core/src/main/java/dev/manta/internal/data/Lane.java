package dev.manta.internal.data;

import java.util.List;

/// One of the sequences that an epoch is dealt into, whose place is (unit, rows of it that are
/// done).
///
/// @param starts the number of the first row of each unit, and all rows at the end; empty where
///   they are not known
record Lane(List<Unit> units, long[] starts) {
  private static final int ROW_BITS = 32;
  private static final long ROW_MASK = (1L << ROW_BITS) - 1;

  static Lane of(List<Unit> units) {
    boolean known = units.stream().allMatch(unit -> unit.rows().isPresent());
    return new Lane(List.copyOf(units), known ? starts(units) : new long[0]);
  }

  private static long[] starts(List<Unit> units) {
    long[] starts = new long[units.size() + 1];
    for (int i = 0; i < units.size(); i++) {
      starts[i + 1] = starts[i] + units.get(i).rows().orElseThrow();
    }
    return starts;
  }

  boolean isKnown() {
    return starts.length > 0;
  }

  /// All rows, where they are known.
  long rows() {
    return starts[starts.length - 1];
  }

  /// The place behind these many rows.
  long place(long rows) {
    int low = 0;
    int high = units.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle + 1] <= rows) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == units.size() ? place(low, 0) : place(low, rows - starts[low]);
  }

  /// How many rows are before a place, where they are known.
  long rowsBefore(long place) {
    return starts[Math.min(unit(place), units.size())] + row(place);
  }

  static long place(int unit, long row) {
    return (long) unit << ROW_BITS | row;
  }

  static int unit(long place) {
    return (int) (place >>> ROW_BITS);
  }

  static int row(long place) {
    return (int) (place & ROW_MASK);
  }
}
