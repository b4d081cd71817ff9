package dev.manta.internal.data.plan;

import dev.manta.internal.data.unit.Unit;
import java.util.List;
import java.util.Optional;

/// One of the sequences that an epoch is dealt into, whose place is (unit, rows of it that are
/// done).
///
/// @param starts where units begin, if that is known
public record Lane(List<Unit> units, Optional<Starts> starts) {
  private static final int ROW_BITS = 32;
  private static final long ROW_MASK = (1L << ROW_BITS) - 1;

  public static Lane of(List<Unit> units) {
    boolean known = units.stream().allMatch(unit -> unit.rows().isPresent());
    return new Lane(units, known ? Optional.of(starts(units)) : Optional.empty());
  }

  /// The number of the first row of each unit; behind the last unit, all rows.
  @FunctionalInterface
  interface Starts {
    long of(int unit);
  }

  private static Starts starts(List<Unit> units) {
    long[] starts = new long[units.size() + 1];
    for (int i = 0; i < units.size(); i++) {
      starts[i + 1] = starts[i] + units.get(i).rows().orElseThrow();
    }
    return unit -> starts[unit];
  }

  public boolean isKnown() {
    return starts.isPresent();
  }

  private long start(int unit) {
    return starts.orElseThrow().of(unit);
  }

  /// All rows, where they are known.
  public long rows() {
    return start(units.size());
  }

  /// The place behind these many rows.
  public long place(long rows) {
    int low = 0;
    int high = units.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (start(middle + 1) <= rows) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == units.size() ? place(low, 0) : place(low, rows - start(low));
  }

  /// How many rows are before a place, where they are known.
  public long rowsBefore(long place) {
    return start(Math.min(unit(place), units.size())) + row(place);
  }

  public static long place(int unit, long row) {
    return (long) unit << ROW_BITS | row;
  }

  public static int unit(long place) {
    return (int) (place >>> ROW_BITS);
  }

  public static int row(long place) {
    return (int) (place & ROW_MASK);
  }
}
