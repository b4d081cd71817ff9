package dev.manta.torch.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Type;
import dev.manta.torch.internal.flat.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Columns of a batch as tensors over the same memory: numbers are not copied, and a tensor is
/// valid as long as its batch. Booleans are copied, as they are bits there and bytes in tensors.
public final class ColumnTensors {
  private ColumnTensors() {}

  /// A tensor for each of these columns, rows in the first dimension.
  public static List<Tensor> of(Batch batch, List<String> columns) {
    return columns.stream().map(name -> of(batch.column(name), name)).toList();
  }

  /// Numbers as a vector; lists that are equally long as a matrix.
  ///
  /// @param name what errors call the column
  public static Tensor of(Column column, String name) {
    if (column.hasNulls()) {
      throw new IllegalArgumentException(
          "column \"%s\" may hold nulls, which tensors cannot: fill or filter them first"
              .formatted(name));
    }
    if (column.type() instanceof Type.ListOf) {
      return matrix(column, name);
    }
    return tensor(column, name, column.rows());
  }

  private static Tensor tensor(Column values, String name, long... shape) {
    return values.type() == Type.Scalar.BOOL
        ? booleans(values, shape)
        : Memory.tensor(values.segment(), type(values.type(), name), shape);
  }

  private static Tensor booleans(Column values, long... shape) {
    Tensor tensor = torch.zeros(shape, new TensorOptions(ScalarType.Bool));
    if (values.rows() > 0) {
      MemorySegment memory = Memory.of(tensor);
      for (int i = 0; i < values.rows(); i++) {
        memory.set(ValueLayout.JAVA_BYTE, i, (byte) values.wholeAt(i));
      }
    }
    return tensor;
  }

  private static Tensor matrix(Column lists, String name) {
    int from = lists.offset(0);
    int width = lists.rows() == 0 ? 0 : lists.offset(1) - from;
    for (int i = 0; i < lists.rows(); i++) {
      if (lists.offset(i) != from + i * width || lists.offset(i + 1) != from + (i + 1) * width) {
        throw new IllegalArgumentException(
            "lists of column \"%s\" differ in length: row %s has another than row 0"
                .formatted(name, i));
      }
    }
    Column values = lists.elements().slice(from, lists.rows() * width);
    if (values.hasNulls()) {
      throw new IllegalArgumentException("lists of column \"" + name + "\" may hold nulls");
    }
    return tensor(values, name, lists.rows(), width);
  }

  private static ScalarType type(Type type, String name) {
    if (type instanceof Type.Scalar scalar) {
      switch (scalar) {
        case I8 -> {
          return ScalarType.Char;
        }
        case U8 -> {
          return ScalarType.Byte;
        }
        case I16 -> {
          return ScalarType.Short;
        }
        case I32, DATE -> {
          return ScalarType.Int;
        }
        case I64 -> {
          return ScalarType.Long;
        }
        case F16 -> {
          return ScalarType.Half;
        }
        case F32 -> {
          return ScalarType.Float;
        }
        case F64 -> {
          return ScalarType.Double;
        }
        case BOOL, U16, U32, U64, TEXT, BINARY -> {}
      }
    }
    throw new IllegalArgumentException(
        "column \"%s\" is %s, which has no tensor over the same memory: map it to numbers first"
            .formatted(name, type.text()));
  }
}
