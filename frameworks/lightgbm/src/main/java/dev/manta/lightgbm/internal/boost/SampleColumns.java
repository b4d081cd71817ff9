package dev.manta.lightgbm.internal.boost;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A sample as the library takes it: for each feature the values that are not zero, and their rows.
///
/// It is made row by row, as the rows lie in memory.
final class SampleColumns {
  /// What the library takes for zero.
  private static final float ZERO = 1e-35f;

  private final int width;
  private final MemorySegment[] found;
  private final MemorySegment[] places;
  private final int[] sizes;

  private SampleColumns(BinSample sample, int width, Arena arena) {
    this.width = width;
    this.found = new MemorySegment[width];
    this.places = new MemorySegment[width];
    this.sizes = new int[width];
    eachRow(sample, (_, values) -> count(values));
    for (int column = 0; column < width; column++) {
      found[column] = arena.allocate(JAVA_DOUBLE, Math.max(1, sizes[column]));
      places[column] = arena.allocate(JAVA_INT, Math.max(1, sizes[column]));
      sizes[column] = 0;
    }
    eachRow(sample, this::add);
  }

  static SampleColumns of(BinSample sample, int width, Arena arena) {
    return new SampleColumns(sample, width, arena);
  }

  /// What is done with the values of a row.
  @FunctionalInterface
  private interface Visit {
    void row(int row, float[] values);
  }

  private void eachRow(BinSample sample, Visit visit) {
    float[] values = new float[width];
    for (int row = 0; row < sample.rows(); row++) {
      long at = (long) row * width * Float.BYTES;
      MemorySegment.copy(sample.features(), JAVA_FLOAT, at, values, 0, width);
      visit.row(row, values);
    }
  }

  private void count(float[] values) {
    for (int column = 0; column < width; column++) {
      sizes[column] += isKept(values[column]) ? 1 : 0;
    }
  }

  private void add(int row, float[] values) {
    for (int column = 0; column < width; column++) {
      if (isKept(values[column])) {
        int at = sizes[column]++;
        found[column].setAtIndex(JAVA_DOUBLE, at, values[column]);
        places[column].setAtIndex(JAVA_INT, at, row);
      }
    }
  }

  private static boolean isKept(float value) {
    return Math.abs(value) > ZERO || Float.isNaN(value);
  }

  /// The addresses of the values of each feature.
  MemorySegment values(Arena arena) {
    return addresses(found, arena);
  }

  /// The addresses of their rows.
  MemorySegment rows(Arena arena) {
    return addresses(places, arena);
  }

  /// How many each feature has.
  MemorySegment counts(Arena arena) {
    return arena.allocateFrom(JAVA_INT, sizes);
  }

  private static MemorySegment addresses(MemorySegment[] all, Arena arena) {
    MemorySegment addresses = arena.allocate(ADDRESS, all.length);
    for (int i = 0; i < all.length; i++) {
      addresses.setAtIndex(ADDRESS, i, all[i]);
    }
    return addresses;
  }
}
