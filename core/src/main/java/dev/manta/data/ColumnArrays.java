package dev.manta.data;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Columns of numbers as Java arrays.
final class ColumnArrays {
  private ColumnArrays() {}

  /// Numbers, NaN for nulls.
  static float[] floats(Column column, String name) {
    float[] all = new float[requireNumbers(column, name).rows()];
    if (column.type() == Type.Scalar.F32 && !column.hasNulls()) {
      MemorySegment.copy(column.segment(), JAVA_FLOAT_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) real(column, i);
    }
    return all;
  }

  /// Numbers, NaN for nulls.
  static double[] doubles(Column column, String name) {
    double[] all = new double[requireNumbers(column, name).rows()];
    if (column.type() == Type.Scalar.F64 && !column.hasNulls()) {
      MemorySegment.copy(column.segment(), JAVA_DOUBLE_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = real(column, i);
    }
    return all;
  }

  private static double real(Column column, int row) {
    return column.isNull(row) ? Double.NaN : column.realAt(row);
  }

  static long[] longs(Column column, String name) {
    long[] all = new long[requireNumbers(column, name).rows()];
    if (column.type() == Type.Scalar.I64 && !column.hasNulls()) {
      MemorySegment.copy(column.segment(), JAVA_LONG_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = whole(column, name, i);
    }
    return all;
  }

  static int[] ints(Column column, String name) {
    int[] all = new int[requireNumbers(column, name).rows()];
    if (column.type() == Type.Scalar.I32 && !column.hasNulls()) {
      MemorySegment.copy(column.segment(), JAVA_INT_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = Math.toIntExact(whole(column, name, i));
    }
    return all;
  }

  /// An integer; a null or NaN is none, and a `u64` may be too large.
  static long whole(Column column, String name, int row) {
    if (column.isNull(row) || (CommonTypes.isReal(column.type()) && isNaN(column, row))) {
      throw new IllegalArgumentException(
          "column \"%s\" is %s in row %s, which no integer says: fill gaps with an imputer, or filter"
                  .formatted(name, column.isNull(row) ? "null" : "NaN", row)
              + " such rows");
    }
    long value = column.wholeAt(row);
    if (value < 0 && column.type() == Type.Scalar.U64) {
      throw new IllegalArgumentException(
          "column \"%s\": %s is more than a long holds".formatted(name, column.exactAt(row)));
    }
    return value;
  }

  private static boolean isNaN(Column column, int row) {
    return Double.isNaN(column.realAt(row));
  }

  /// The column, where its values are numbers or count something.
  static Column requireNumbers(Column column, String name) {
    Type type = column.type();
    if (type.isVariable() || type instanceof Type.ListOf || type instanceof Type.FixedBytes) {
      throw new IllegalArgumentException(
          "column \"%s\" is of %s, no number".formatted(name, type.text()));
    }
    return column;
  }

  static void pack(List<Column> columns, int rows, MemorySegment into) {
    int stride = columns.size();
    for (int c = 0; c < stride; c++) {
      Column column = columns.get(c);
      if (column.type() == Type.Scalar.F32 && !column.hasNulls()) {
        packFloats(column.segment(), rows, into, c, stride);
      } else {
        packAny(column, into, c, stride);
      }
    }
  }

  private static void packFloats(
      MemorySegment from, int rows, MemorySegment into, int at, int stride) {
    for (int i = 0; i < rows; i++) {
      float value = from.getAtIndex(JAVA_FLOAT_UNALIGNED, i);
      into.setAtIndex(JAVA_FLOAT_UNALIGNED, (long) i * stride + at, value);
    }
  }

  private static void packAny(Column column, MemorySegment into, int at, int stride) {
    for (int i = 0; i < column.rows(); i++) {
      float value = (float) real(column, i);
      into.setAtIndex(JAVA_FLOAT_UNALIGNED, (long) i * stride + at, value);
    }
  }
}
