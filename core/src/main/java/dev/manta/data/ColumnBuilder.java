package dev.manta.data;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
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
  private final long least;
  private final long most;
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
    int bits = type == Type.Scalar.BOOL ? 1 : Math.max(1, type.width()) * Byte.SIZE;
    boolean unsigned = bits < Long.SIZE && isUnsigned(type);
    this.least = unsigned ? 0 : -1L << (Math.min(bits, Long.SIZE) - 1);
    this.most = unsigned ? (1L << bits) - 1 : ~least;
  }

  private static boolean isUnsigned(Type type) {
    return type == Type.Scalar.BOOL
        || type == Type.Scalar.U8
        || type == Type.Scalar.U16
        || type == Type.Scalar.U32;
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

  /// An integer, boolean (0 or 1), date or moment; a floating-point column takes it as such. One
  /// that the type cannot hold is refused; of a `u64` it is the bits.
  public void add(long value) {
    reserve();
    if (type == Type.Scalar.F32 || type == Type.Scalar.F64 || type == Type.Scalar.F16) {
      put((double) value);
    } else {
      put(value);
    }
    present();
  }

  /// Whether an integer fits into the column's type.
  public boolean takes(long value) {
    return value >= least && value <= most;
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
      throw new IllegalArgumentException(length + " bytes are not a value of type " + type.text());
    }
    present();
  }

  /// A text's bytes in UTF-8, a byte string, or a value of fixed width: the whole array.
  public void add(byte[] bytes) {
    add(bytes, 0, bytes.length);
  }

  /// A decimal number; one with more digits than the column's is refused.
  public void add(BigDecimal value) {
    if (!(type instanceof Type.Decimal(int precision, int scale))) {
      throw new IllegalArgumentException(value + " is not a value of type " + type.text());
    }
    BigDecimal scaled = value.setScale(scale);
    if (scaled.precision() > precision) {
      throw new IllegalArgumentException(value + " is not a value of type " + type.text());
    }
    add(little(scaled.unscaledValue()));
  }

  private static byte[] little(BigInteger value) {
    byte[] big = value.toByteArray();
    byte[] all = new byte[2 * Long.BYTES];
    Arrays.fill(all, (byte) (value.signum() < 0 ? -1 : 0));
    for (int i = 0; i < big.length; i++) {
      all[i] = big[big.length - 1 - i];
    }
    return all;
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
      throw new IllegalArgumentException(value + " is not a value of type " + type.text());
    }
  }

  private void put(long value) {
    if (!takes(value)) {
      throw new IllegalArgumentException(value + " is not a value of type " + type.text());
    }
    switch (type.width()) {
      case 0 -> putBit(value);
      case 1 -> values[rows] = (byte) value;
      case 2 -> SHORTS.set(values, rows * 2, (short) value);
      case 4 -> INTS.set(values, rows * 4, (int) value);
      case 8 -> LONGS.set(values, rows * 8, value);
      default ->
          throw new IllegalArgumentException(value + " is not a value of type " + type.text());
    }
  }

  private void putBit(long value) {
    if (type != Type.Scalar.BOOL) {
      throw new IllegalArgumentException(value + " is not a value of type " + type.text());
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

  /// Forgets all rows but the first ones, and what was begun behind them.
  void rewind(int count) {
    for (int i = count; i < rows; i++) {
      validity[i >> 3] &= (byte) ~(1 << (i & 7));
      if (type == Type.Scalar.BOOL) {
        values[i >> 3] &= (byte) ~(1 << (i & 7));
      }
    }
    rows = count;
    if (elements != null) {
      elements.rewind((int) INTS.get(values, rows * 4));
    } else if (type.isVariable()) {
      dataSize = (int) INTS.get(values, rows * 4);
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
