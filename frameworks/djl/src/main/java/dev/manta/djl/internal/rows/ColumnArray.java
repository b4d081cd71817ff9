package dev.manta.djl.internal.rows;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Type;
import dev.manta.djl.internal.engine.ArrayMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Columns of a batch as arrays, rows in the first dimension.
public final class ColumnArray {
  private ColumnArray() {}

  /// Number columns side by side, or the lists of a single column, as a matrix of floats.
  public static NDArray matrix(NDManager manager, Batch batch, List<String> names) {
    Column first = batch.column(names.getFirst());
    if (names.size() == 1 && first.type() instanceof Type.ListOf) {
      return lists(manager, first, names.getFirst());
    }
    names.forEach(name -> requireWhole(batch.column(name), name));
    NDArray array = manager.create(new Shape(batch.rows(), names.size()), DataType.FLOAT32);
    batch.pack(names, ArrayMemory.of(array));
    return array;
  }

  private static NDArray lists(NDManager manager, Column column, String name) {
    requireWhole(column, name);
    int from = column.rows() == 0 ? 0 : column.offset(0);
    int width = column.rows() == 0 ? 0 : column.offset(1) - from;
    for (int i = 0; i < column.rows(); i++) {
      if (column.offset(i + 1) != from + (i + 1) * width) {
        throw new IllegalArgumentException(
            "lists of column \"%s\" differ in length: row %s has %s numbers, row 0 has %s"
                .formatted(name, i, column.offset(i + 1) - column.offset(i), width));
      }
    }
    Column values = column.elements().slice(from, column.rows() * width);
    requireWhole(values, name);
    return floats(manager, values, new Shape(column.rows(), width));
  }

  /// The values of a column: whole numbers as they are to be classes, others as floats.
  public static NDArray label(NDManager manager, Batch batch, String name) {
    Column column = batch.column(name);
    if (column.type() instanceof Type.ListOf) {
      return lists(manager, column, name);
    }
    requireWhole(column, name);
    Shape shape = new Shape(batch.rows());
    return isReal(column.type())
        ? floats(manager, column, shape)
        : longs(manager, batch.longs(name), shape);
  }

  private static boolean isReal(Type type) {
    return type == Type.Scalar.F16 || type == Type.Scalar.F32 || type == Type.Scalar.F64;
  }

  private static NDArray longs(NDManager manager, long[] values, Shape shape) {
    NDArray array = manager.create(shape, DataType.INT64);
    ArrayMemory.of(array).copyFrom(MemorySegment.ofArray(values));
    return array;
  }

  private static NDArray floats(NDManager manager, Column values, Shape shape) {
    NDArray array = manager.create(shape, DataType.FLOAT32);
    MemorySegment memory = ArrayMemory.of(array);
    if (values.type() == Type.Scalar.F32) {
      memory.copyFrom(values.segment());
    } else {
      for (int i = 0; i < values.rows(); i++) {
        memory.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) values.realAt(i));
      }
    }
    return array;
  }

  private static void requireWhole(Column column, String name) {
    if (column.hasNulls()) {
      throw new IllegalArgumentException(
          "column \"%s\" may hold nulls, which arrays cannot: fill or filter them first"
              .formatted(name));
    }
    if (column.type() == Type.Scalar.TEXT || column.type() == Type.Scalar.BINARY) {
      throw new IllegalArgumentException(
          "column \"%s\" is %s, not a number: encode it first"
              .formatted(name, column.type().text()));
    }
  }
}
