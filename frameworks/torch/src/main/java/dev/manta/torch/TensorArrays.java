package dev.manta.torch;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.flat.Memory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DeviceType;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.jspecify.annotations.Nullable;

/// Java's arrays as tensors and tensors as Java's arrays; values are always copied.
final class TensorArrays {
  /// How the numbers at the bottom of nested arrays lie in native memory.
  private enum Leaf {
    FLOAT(ScalarType.Float, ScalarType.Float, ValueLayout.JAVA_FLOAT),
    DOUBLE(ScalarType.Double, ScalarType.Float, ValueLayout.JAVA_DOUBLE),
    LONG(ScalarType.Long, ScalarType.Long, ValueLayout.JAVA_LONG),
    INT(ScalarType.Int, ScalarType.Long, ValueLayout.JAVA_INT),
    SHORT(ScalarType.Short, ScalarType.Long, ValueLayout.JAVA_SHORT),
    BYTE(ScalarType.Char, ScalarType.Long, ValueLayout.JAVA_BYTE),
    BOOLEAN(ScalarType.Bool, ScalarType.Bool, ValueLayout.JAVA_BYTE);

    private final ScalarType exact;
    private final ScalarType usual;

    @SuppressWarnings("ImmutableEnumChecker") // layouts do not change, but do not say so
    private final ValueLayout layout;

    Leaf(ScalarType exact, ScalarType usual, ValueLayout layout) {
      this.exact = exact;
      this.usual = usual;
      this.layout = layout;
    }

    static Leaf of(Class<?> type) {
      for (Leaf each : values()) {
        if (each.name().equalsIgnoreCase(type.getName())) {
          return each;
        }
      }
      throw new IllegalArgumentException(
          "arrays of %s are not a tensor: want float, double, long, int, short, byte or boolean"
              .formatted(type.getSimpleName()));
    }
  }

  private TensorArrays() {}

  /// Nested arrays as a tensor of the type that Python gives lists of such numbers.
  static Tensor tensor(Object arrays) {
    return tensor(arrays, null);
  }

  /// Nested arrays as a tensor of this type; without one, of Python's.
  static Tensor tensor(Object arrays, @Nullable ScalarType type) {
    Leaf leaf = Leaf.of(leafType(arrays));
    long[] shape = shape(arrays);
    return Lifetime.only(
        () -> {
          Tensor exact = torch.zeros(shape, new TensorOptions(leaf.exact));
          if (exact.numel() > 0) {
            new Filling(leaf, shape, Memory.of(exact)).fill(arrays, 0, 0, "");
          } else {
            new Filling(leaf, shape, MemorySegment.NULL).fill(arrays, 0, 0, "");
          }
          return exact.to(type == null ? leaf.usual : type);
        });
  }

  private static Class<?> leafType(Object arrays) {
    Class<?> type = arrays.getClass();
    if (!type.isArray()) {
      throw new IllegalArgumentException(
          "want an array of numbers, or arrays of such arrays; not a " + type.getSimpleName());
    }
    while (type.isArray()) {
      type = type.getComponentType();
    }
    return type;
  }

  /// The shape, as the first array of each depth has it.
  private static long[] shape(Object arrays) {
    List<Long> shape = new ArrayList<>();
    Object here = arrays;
    while (here != null && here.getClass().isArray()) {
      int length = Array.getLength(here);
      shape.add((long) length);
      boolean isLast = here.getClass().getComponentType().isPrimitive();
      here = isLast || length == 0 ? null : Array.get(here, 0);
    }
    return shape.stream().mapToLong(Long::longValue).toArray();
  }

  /// Copies nested arrays into native memory, each of which must be as long as the first of its
  /// depth.
  private record Filling(Leaf leaf, long[] shape, MemorySegment memory) {
    long fill(@Nullable Object maybe, int depth, long at, String path) {
      Object array = requireLength(maybe, depth, path);
      if (depth == shape.length - 1) {
        return copy(array, at);
      }
      long next = at;
      for (int i = 0; i < shape[depth]; i++) {
        next = fill(Array.get(array, i), depth + 1, next, path + "[" + i + "]");
      }
      return next;
    }

    private Object requireLength(@Nullable Object array, int depth, String path) {
      if (array == null) {
        throw new IllegalArgumentException("element " + path + " of the array is null");
      }
      long length = Array.getLength(array);
      if (length != shape[depth]) {
        throw new IllegalArgumentException(
            "element %s of the array has %s values, element %s has %s: a tensor's rows are equally long"
                .formatted(path, length, "[0]".repeat(depth), shape[depth]));
      }
      return array;
    }

    private long copy(Object array, long at) {
      int count = Array.getLength(array);
      if (count > 0) {
        Object values = array instanceof boolean[] answers ? bytes(answers) : array;
        MemorySegment.copy(values, 0, memory, leaf.layout, at * leaf.layout.byteSize(), count);
      }
      return at + count;
    }

    private static byte[] bytes(boolean[] answers) {
      byte[] bytes = new byte[answers.length];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) (answers[i] ? 1 : 0);
      }
      return bytes;
    }
  }

  static float[] floats(Tensor tensor) {
    float[] values = new float[count(tensor)];
    copy(tensor, ScalarType.Float, ValueLayout.JAVA_FLOAT, values);
    return values;
  }

  static double[] doubles(Tensor tensor) {
    double[] values = new double[count(tensor)];
    copy(tensor, ScalarType.Double, ValueLayout.JAVA_DOUBLE, values);
    return values;
  }

  static long[] longs(Tensor tensor) {
    if (tensor.is_floating_point() || tensor.is_complex()) {
      throw new IllegalArgumentException(
          "longs of a tensor %s, which holds fractions: take doubles, or Tensors.to(x, ScalarType.Long) first, which cuts them off"
              .formatted(TensorText.describe(tensor)));
    }
    long[] values = new long[count(tensor)];
    copy(tensor, ScalarType.Long, ValueLayout.JAVA_LONG, values);
    return values;
  }

  static boolean[] booleans(Tensor tensor) {
    if (tensor.scalar_type().intern() != ScalarType.Bool) {
      throw new IllegalArgumentException(
          "booleans of a tensor %s: compare it first, such as by Tensors.gt(x, 0)"
              .formatted(TensorText.describe(tensor)));
    }
    byte[] values = new byte[count(tensor)];
    copy(tensor, ScalarType.Bool, ValueLayout.JAVA_BYTE, values);
    boolean[] answers = new boolean[values.length];
    for (int i = 0; i < answers.length; i++) {
      answers[i] = values[i] != 0;
    }
    return answers;
  }

  /// How long each row of a tensor of two dimensions is.
  static int width(Tensor tensor) {
    if (tensor.dim() != 2) {
      throw new IllegalArgumentException(
          "rows of a tensor %s, which has %s dimensions instead of 2: reshape it, or take its values flat"
              .formatted(TensorText.describe(tensor), tensor.dim()));
    }
    return Math.toIntExact(tensor.size(1));
  }

  private static int count(Tensor tensor) {
    long count = tensor.numel();
    if (count > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "a tensor %s has more values than a Java array can hold: take slices of it"
              .formatted(TensorText.describe(tensor)));
    }
    return (int) count;
  }

  private static void copy(Tensor tensor, ScalarType type, ValueLayout layout, Object values) {
    int count = Array.getLength(values);
    if (count == 0) {
      return;
    }
    try (var _ = new PointerScope()) {
      Tensor plain = tensor.detach().to(new Device(DeviceType.CPU), type).contiguous();
      MemorySegment.copy(Memory.of(plain), layout, 0, values, 0, count);
    }
  }

  static float[][] rows(float[] values, long rows, int width) {
    float[][] all = new float[Math.toIntExact(rows)][];
    Arrays.setAll(all, i -> Arrays.copyOfRange(values, i * width, (i + 1) * width));
    return all;
  }

  static double[][] rows(double[] values, long rows, int width) {
    double[][] all = new double[Math.toIntExact(rows)][];
    Arrays.setAll(all, i -> Arrays.copyOfRange(values, i * width, (i + 1) * width));
    return all;
  }

  static long[][] rows(long[] values, long rows, int width) {
    long[][] all = new long[Math.toIntExact(rows)][];
    Arrays.setAll(all, i -> Arrays.copyOfRange(values, i * width, (i + 1) * width));
    return all;
  }
}
