package dev.manta.lightgbm.internal.boost;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A sample as the library takes it: for each feature the values that are not zero, and their rows.
///
/// It is made some rows at a time, column by column within them, as rows lie side by side. Values
/// pass through arrays, which the JVM's quick compiler reads and writes several times faster than
/// native memory.
final class SampleColumns {
  /// What the library takes for zero.
  private static final float ZERO = 1e-35f;

  /// As many floats as stay in a core's cache.
  private static final int BLOCK = 1 << 14;

  private final BinSample sample;
  private final int width;
  private final int blockRows;
  private final float[] block;
  private final MemorySegment[] found;
  private final MemorySegment[] places;
  private final int[] sizes;

  private SampleColumns(BinSample sample, int width, Arena arena) {
    this.sample = sample;
    this.width = width;
    this.blockRows = Math.max(1, BLOCK / Math.max(1, width));
    this.block = new float[blockRows * width];
    this.found = new MemorySegment[width];
    this.places = new MemorySegment[width];
    this.sizes = new int[width];
    eachBlock((_, rows) -> count(rows));
    for (int column = 0; column < width; column++) {
      found[column] = arena.allocate(JAVA_DOUBLE, Math.max(1, sizes[column]));
      places[column] = arena.allocate(JAVA_INT, Math.max(1, sizes[column]));
      sizes[column] = 0;
    }
    eachBlock(new Kept()::add);
  }

  static SampleColumns of(BinSample sample, int width, Arena arena) {
    return new SampleColumns(sample, width, arena);
  }

  /// What is done with the rows of a block.
  @FunctionalInterface
  private interface Visit {
    void rows(int first, int count);
  }

  private void eachBlock(Visit visit) {
    for (int row = 0; row < sample.rows(); row += blockRows) {
      int rows = Math.min(blockRows, sample.rows() - row);
      long at = (long) row * width * Float.BYTES;
      MemorySegment.copy(sample.features(), JAVA_FLOAT, at, block, 0, rows * width);
      visit.rows(row, rows);
    }
  }

  private void count(int rows) {
    for (int column = 0; column < width; column++) {
      int kept = 0;
      for (int row = 0, at = column; row < rows; row++, at += width) {
        kept += isKept(block[at]) ? 1 : 0;
      }
      sizes[column] += kept;
    }
  }

  /// The values of a column and a block on their way.
  private final class Kept {
    private final double[] values = new double[blockRows];
    private final int[] rows = new int[blockRows];

    void add(int first, int count) {
      for (int column = 0; column < width; column++) {
        put(column, take(column, first, count));
      }
    }

    private int take(int column, int first, int count) {
      int kept = 0;
      for (int row = 0, at = column; row < count; row++, at += width) {
        float value = block[at];
        if (isKept(value)) {
          values[kept] = value;
          rows[kept++] = first + row;
        }
      }
      return kept;
    }

    private void put(int column, int kept) {
      int size = sizes[column];
      MemorySegment.copy(values, 0, found[column], JAVA_DOUBLE, (long) size * Double.BYTES, kept);
      MemorySegment.copy(rows, 0, places[column], JAVA_INT, (long) size * Integer.BYTES, kept);
      sizes[column] = size + kept;
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
