package dev.manta.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Collects the values of a column, one after the other.
public final class ColumnBuilder {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private final Type type;
  private final @Nullable ColumnBuilder elements;
  private int rows;
  private boolean nulls;
  private byte[] validity = new byte[8];
  private byte[] values = new byte[64];
  private byte[] data = new byte[0];
  private int dataSize;

  /// An empty column of a type.
  public ColumnBuilder(Type type) {
    this.type = type;
    this.elements = type instanceof Type.ListOf list ? new ColumnBuilder(list.element()) : null;
  }

  /// What its values are.
  public Type type() {
    return type;
  }

  /// How many rows were added.
  public int rows() {
    return rows;
  }

  /// Adds a null.
  public void addNull() {
    reserve();
    nulls = true;
    rows++;
    end();
  }

  /// An integer, boolean (0 or 1), date or moment; a floating-point column takes it as such.
  public void add(long value) {
    reserve();
    if (type == Type.Scalar.F32 || type == Type.Scalar.F64 || type == Type.Scalar.F16) {
      put((double) value);
    } else {
      put(value);
    }
    present();
  }

  /// A floating-point number.
  public void add(double value) {
    reserve();
    put(value);
    present();
  }

  /// A text's bytes in UTF-8, a byte string, or a value of fixed width.
  public void add(byte[] bytes, int from, int length) {
    reserve();
    if (type.isVariable()) {
      append(bytes, from, length);
    } else if (type.width() == length) {
      System.arraycopy(bytes, from, values, rows * length, length);
    } else {
      throw new IllegalArgumentException(length + " bytes are no " + type.text());
    }
    present();
  }

  /// A text's bytes in UTF-8, a byte string, or a value of fixed width: the whole array.
  public void add(byte[] bytes) {
    add(bytes, 0, bytes.length);
  }

  /// Begins a list's elements; they follow by [#elements], then [#endList].
  public ColumnBuilder elements() {
    if (elements == null) {
      throw new IllegalStateException("a column of " + type.text() + " has no elements");
    }
    return elements;
  }

  /// The elements that were added since the last list are one.
  public void endList() {
    reserve();
    present();
  }

  private void put(double value) {
    if (type == Type.Scalar.F64) {
      LONGS.set(values, rows * 8, Double.doubleToRawLongBits(value));
    } else if (type == Type.Scalar.F32) {
      INTS.set(values, rows * 4, Float.floatToRawIntBits((float) value));
    } else if (type == Type.Scalar.F16) {
      SHORTS.set(values, rows * 2, Float.floatToFloat16((float) value));
    } else {
      throw new IllegalArgumentException(value + " is no " + type.text());
    }
  }

  private void put(long value) {
    switch (type.width()) {
      case 0 -> putBit(value);
      case 1 -> values[rows] = (byte) value;
      case 2 -> SHORTS.set(values, rows * 2, (short) value);
      case 4 -> INTS.set(values, rows * 4, (int) value);
      case 8 -> LONGS.set(values, rows * 8, value);
      default -> throw new IllegalArgumentException(value + " is no " + type.text());
    }
  }

  private void putBit(long value) {
    if (type != Type.Scalar.BOOL) {
      throw new IllegalArgumentException(value + " is no " + type.text());
    }
    if (value != 0) {
      values[rows >> 3] |= (byte) (1 << (rows & 7));
    }
  }

  private void append(byte[] bytes, int from, int length) {
    if (dataSize + length > data.length) {
      data = Arrays.copyOf(data, Math.max(Math.addExact(dataSize, length), data.length * 2));
    }
    System.arraycopy(bytes, from, data, dataSize, length);
    dataSize += length;
  }

  private void present() {
    validity[rows >> 3] |= (byte) (1 << (rows & 7));
    rows++;
    end();
  }

  private void end() {
    if (elements != null) {
      INTS.set(values, rows * 4, elements.rows);
    } else if (type.isVariable()) {
      INTS.set(values, rows * 4, dataSize);
    }
  }

  private void reserve() {
    if (rows >> 3 >= validity.length) {
      validity = Arrays.copyOf(validity, validity.length * 2);
    }
    long needed = needed(rows + 1);
    if (needed > values.length) {
      values = Arrays.copyOf(values, Math.toIntExact(Math.max(needed, values.length * 2L)));
    }
  }

  private long needed(int count) {
    if (type == Type.Scalar.BOOL) {
      return Bits.bytes(count);
    }
    return type.width() == 0 ? (count + 1L) * Integer.BYTES : (long) count * type.width();
  }

  /// The column of what was added.
  public Column build(Memory memory) {
    @Nullable MemorySegment valid = nulls ? copy(validity, Bits.bytes(rows), memory) : null;
    MemorySegment fixed = copy(values, needed(rows), memory);
    if (elements != null) {
      return Column.list(rows, valid, fixed, elements.build(memory));
    }
    return type.isVariable()
        ? Column.variable(type, rows, valid, fixed, copy(data, dataSize, memory))
        : Column.fixed(type, rows, valid, fixed);
  }

  private static MemorySegment copy(byte[] from, long bytes, Memory memory) {
    MemorySegment to = memory.allocate(bytes);
    MemorySegment.copy(from, 0, to, JAVA_BYTE, 0, Math.toIntExact(bytes));
    return to;
  }
}
