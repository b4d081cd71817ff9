package dev.manta.tensorflow.internal.session;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Type;
import dev.manta.tensorflow.internal.TensorMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Set;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TUint8;
import org.tensorflow.types.family.TType;

/// A column of a batch as a tensor: numbers as a vector, lists of equal length as a matrix or in
/// the shape that a row has.
final class ColumnTensor {
  /// Types of columns whose numbers lie as those of a tensor do.
  private static final Map<Class<? extends TType>, Type> SAME =
      Map.of(
          TFloat32.class, Type.Scalar.F32,
          TFloat64.class, Type.Scalar.F64,
          TInt32.class, Type.Scalar.I32,
          TInt64.class, Type.Scalar.I64,
          TUint8.class, Type.Scalar.U8);

  private static final Set<Type> REAL = Set.of(Type.Scalar.F16, Type.Scalar.F32, Type.Scalar.F64);

  private final String name;
  private final Column column;
  private final Class<? extends TType> type;
  private final long width;

  private ColumnTensor(Batch batch, String name, Class<? extends TType> type, Shape row) {
    this.name = name;
    this.column = batch.column(name);
    this.type = type;
    this.width = row.size();
  }

  /// Whether columns can become tensors of this type.
  static boolean knows(Class<? extends TType> type) {
    return SAME.containsKey(type) || type == TBool.class;
  }

  /// The column of this name, rows in the first dimension.
  ///
  /// @param row the shape of a row
  static Tensor of(Batch batch, String name, Class<? extends TType> type, Shape row) {
    var column = new ColumnTensor(batch, name, type, row);
    Column values = column.values();
    Tensor tensor = Tensor.of(type, row.prepend(batch.rows()));
    if (tensor.numBytes() > 0) {
      column.fill(values, TensorMemory.of(tensor));
    }
    return tensor;
  }

  private Column values() {
    requireNoNulls(column);
    if (!(column.type() instanceof Type.ListOf)) {
      requireWidth(1, 0);
      return column;
    }
    int from = column.offset(0);
    for (int row = 0; row < column.rows(); row++) {
      requireWidth(column.offset(row + 1) - column.offset(row), row);
    }
    Column values = column.elements().slice(from, column.offset(column.rows()) - from);
    requireNoNulls(values);
    return values;
  }

  private void requireNoNulls(Column values) {
    if (values.hasNulls()) {
      throw new IllegalArgumentException(
          "column \"%s\" may hold nulls, which tensors cannot: fill or filter them first"
              .formatted(name));
    }
  }

  private void requireWidth(long numbers, int row) {
    if (numbers != width) {
      throw new IllegalArgumentException(
          "row %s of column \"%s\" has %s numbers, and tf.input(\"%s\", …) asks for %s in each row"
              .formatted(row, name, numbers, name, width));
    }
  }

  private void fill(Column values, MemorySegment memory) {
    if (values.type().equals(SAME.get(type))) {
      memory.copyFrom(values.segment());
      return;
    }
    for (int i = 0; i < values.rows(); i++) {
      set(values, i, memory);
    }
  }

  private void set(Column from, int i, MemorySegment to) {
    if (type == TFloat32.class) {
      to.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i, (float) from.realAt(i));
    } else if (type == TFloat64.class) {
      to.setAtIndex(ValueLayout.JAVA_DOUBLE_UNALIGNED, i, from.realAt(i));
    } else {
      setWhole(from, i, to);
    }
  }

  private void setWhole(Column from, int i, MemorySegment to) {
    long value = whole(from, i);
    if (type == TInt32.class) {
      to.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, Math.toIntExact(value));
    } else if (type == TInt64.class) {
      to.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, value);
    } else {
      to.set(ValueLayout.JAVA_BYTE, i, (byte) small(value));
    }
  }

  private long small(long value) {
    long most = type == TBool.class ? 1 : 255;
    if (value < 0 || value > most) {
      throw new IllegalArgumentException(
          "column \"%s\" holds %s, and tf.input(\"%s\", %s.class) takes whole numbers from 0 to %s: use TInt64"
              .formatted(name, value, name, type.getSimpleName(), most));
    }
    return value;
  }

  private long whole(Column from, int i) {
    boolean parts = from.type() instanceof Type.Decimal(_, int scale) && scale > 0;
    if (parts || REAL.contains(from.type())) {
      throw new IllegalArgumentException(
          "column \"%s\" holds %s, and tf.input(\"%s\", %s.class) asks for whole numbers"
              .formatted(name, from.type().text(), name, type.getSimpleName()));
    }
    return from.wholeAt(i);
  }
}
