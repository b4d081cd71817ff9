package dev.manta.lightgbm.internal.boost;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A sample as the library takes it: for each feature the values that are not zero, and their rows.
final class SampleColumns {
  /// What the library takes for zero.
  private static final double ZERO = 1e-35f;

  final MemorySegment values;
  final MemorySegment rows;
  final MemorySegment counts;

  private SampleColumns(Arena arena, int width) {
    values = arena.allocate(ADDRESS, width);
    rows = arena.allocate(ADDRESS, width);
    counts = arena.allocate(JAVA_INT, width);
  }

  static SampleColumns of(BinSample sample, int width, Arena arena) {
    var columns = new SampleColumns(arena, width);
    for (int column = 0; column < width; column++) {
      columns.add(sample, column, width, arena);
    }
    return columns;
  }

  private void add(BinSample sample, int column, int width, Arena arena) {
    int count = count(sample, column, width);
    MemorySegment found = arena.allocate(JAVA_DOUBLE, Math.max(1, count));
    MemorySegment places = arena.allocate(JAVA_INT, Math.max(1, count));
    int at = 0;
    for (int row = 0; row < sample.rows(); row++) {
      double value = value(sample, row, column, width);
      if (isKept(value)) {
        found.setAtIndex(JAVA_DOUBLE, at, value);
        places.setAtIndex(JAVA_INT, at++, row);
      }
    }
    values.setAtIndex(ADDRESS, column, found);
    rows.setAtIndex(ADDRESS, column, places);
    counts.setAtIndex(JAVA_INT, column, count);
  }

  private static int count(BinSample sample, int column, int width) {
    int count = 0;
    for (int row = 0; row < sample.rows(); row++) {
      count += isKept(value(sample, row, column, width)) ? 1 : 0;
    }
    return count;
  }

  private static double value(BinSample sample, int row, int column, int width) {
    return sample.features().getAtIndex(JAVA_FLOAT, (long) row * width + column);
  }

  private static boolean isKept(double value) {
    return Math.abs(value) > ZERO || Double.isNaN(value);
  }
}
