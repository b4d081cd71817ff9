package dev.manta.data;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.List;

/// Columns of numbers as Java arrays.
final class Arrays {
  private Arrays() {}

  static float[] floats(Column column) {
    float[] all = new float[column.rows()];
    if (column.type() == Type.Scalar.F32) {
      MemorySegment.copy(column.segment(), JAVA_FLOAT_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = (float) column.realAt(i);
    }
    return all;
  }

  static double[] doubles(Column column) {
    double[] all = new double[column.rows()];
    if (column.type() == Type.Scalar.F64) {
      MemorySegment.copy(column.segment(), JAVA_DOUBLE_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = column.realAt(i);
    }
    return all;
  }

  static long[] longs(Column column) {
    long[] all = new long[column.rows()];
    if (column.type() == Type.Scalar.I64) {
      MemorySegment.copy(column.segment(), JAVA_LONG_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = column.wholeAt(i);
    }
    return all;
  }

  static int[] ints(Column column) {
    int[] all = new int[column.rows()];
    if (column.type() == Type.Scalar.I32) {
      MemorySegment.copy(column.segment(), JAVA_INT_UNALIGNED, 0, all, 0, all.length);
      return all;
    }
    for (int i = 0; i < all.length; i++) {
      all[i] = Math.toIntExact(column.wholeAt(i));
    }
    return all;
  }

  static void pack(List<Column> columns, int rows, MemorySegment into) {
    int stride = columns.size();
    for (int c = 0; c < stride; c++) {
      Column column = columns.get(c);
      if (column.type() == Type.Scalar.F32) {
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
      float value = (float) column.realAt(i);
      into.setAtIndex(JAVA_FLOAT_UNALIGNED, (long) i * stride + at, value);
    }
  }
}
