package dev.manta.internal.data.source;

import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a `.npy` file says about itself.
///
/// @param order how its values lie
record NpyHeader(Type type, int width, List<Long> shape, long dataOffset, Order order) {
  /// @param swapped whether the highest byte of a value comes first
  /// @param fortran whether the first dimension runs fastest
  record Order(boolean swapped, boolean fortran) {}

  /// Where the bytes of a file are.
  interface Bytes {
    void read(long offset, MemorySegment into) throws IOException;
  }

  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "'descr':\\s*'([^']+)'.*'fortran_order':\\s*(\\w+).*'shape':\\s*\\(([^)]*)\\)");

  private static final Pattern LENGTH = Pattern.compile("\\s*\\d{1,18}\\s*");

  static NpyHeader read(String path) {
    Location at = Location.parse(path);
    long size = Storages.at(at).size(at).orElse(0);
    byte[] head = LineFiles.read(Storages.at(at), at, 0, Math.min(size, 1 << 16));
    return parse(head, path, size);
  }

  static NpyHeader parse(byte[] head, String path, long size) {
    boolean known = head.length > 12 && head[0] == (byte) 0x93 && head[1] == 'N' && head[5] == 'Y';
    if (!known) {
      throw broken(path, "it does not begin like one");
    }
    int begin = head[6] == 1 ? 10 : 12;
    int length = (head[8] & 255) | (head[9] & 255) << 8;
    if (begin + length > head.length) {
      throw broken(path, "its header is cut off");
    }
    var header =
        described(new String(head, begin, length, StandardCharsets.US_ASCII), path, begin + length);
    if (!header.fitsIn(size)) {
      throw broken(path, "it ends before its last row");
    }
    return header;
  }

  private boolean fitsIn(long size) {
    try {
      return Math.addExact(dataOffset, Math.multiplyExact(rows(), rowBytes())) <= size;
    } catch (ArithmeticException larger) {
      return false;
    }
  }

  private static NpyHeader described(String text, String path, long dataOffset) {
    Matcher found = DESCRIPTION.matcher(text);
    if (!found.find()) {
      throw broken(path, "its header is " + text);
    }
    List<Long> shape = shape(found.group(3), path);
    String description = found.group(1);
    Type type = type(description, path);
    var order = new Order(description.startsWith(">"), found.group(2).equals("True"));
    int width = type == Type.Scalar.BOOL ? 1 : type.width();
    return new NpyHeader(type, width, shape, dataOffset, order);
  }

  private static List<Long> shape(String text, String path) {
    List<Long> shape = new ArrayList<>();
    for (String each : text.split(",", -1)) {
      if (LENGTH.matcher(each).matches()) {
        shape.add(Long.parseLong(each.strip()));
      } else if (!each.isBlank()) {
        throw broken(path, "its shape is (" + text + ")");
      }
    }
    return shape;
  }

  private static Type type(String description, String path) {
    return switch (description.substring("<|=>".indexOf(description.charAt(0)) < 0 ? 0 : 1)) {
      case "f2" -> Type.Scalar.F16;
      case "f4" -> Type.Scalar.F32;
      case "f8" -> Type.Scalar.F64;
      case "i1" -> Type.Scalar.I8;
      case "i2" -> Type.Scalar.I16;
      case "i4" -> Type.Scalar.I32;
      case "i8" -> Type.Scalar.I64;
      case "u1" -> Type.Scalar.U8;
      case "u2" -> Type.Scalar.U16;
      case "u4" -> Type.Scalar.U32;
      case "u8" -> Type.Scalar.U64;
      case "b1" -> Type.Scalar.BOOL;
      default -> throw broken(path, "values of type " + description + " are not read");
    };
  }

  private static MantaException broken(String path, String why) {
    return new MantaException(
        ErrorCode.USER, path + " is not a .npy file that can be read: " + why);
  }

  long rows() {
    return shape.isEmpty() ? 1 : shape.getFirst();
  }

  /// Values of one row.
  int rowValues() {
    return Math.toIntExact(shape.stream().skip(1).reduce(1L, Math::multiplyExact));
  }

  long rowBytes() {
    return (long) rowValues() * width;
  }

  /// Whole rows, from one on.
  Column read(long first, int rows, Bytes from, Memory memory) throws IOException {
    MemorySegment values = memory.allocate(rows * rowBytes());
    if (order.fortran && shape.size() > 1) {
      gather(first, rows, from, values);
    } else {
      from.read(dataOffset + first * rowBytes(), values);
    }
    if (order.swapped) {
      swap(values);
    }
    return column(rows, values, memory);
  }

  /// In Fortran's order the values of a place in all rows lie beside each other.
  private void gather(long first, int rows, Bytes from, MemorySegment into) throws IOException {
    MemorySegment piece = MemorySegment.ofArray(new byte[Math.multiplyExact(rows, width)]);
    int all = rowValues();
    for (int place = 0; place < all; place++) {
      from.read(dataOffset + (place * rows() + first) * width, piece);
      int to = inRow(place);
      for (int row = 0; row < rows; row++) {
        long at = ((long) row * all + to) * width;
        MemorySegment.copy(piece, (long) row * width, into, at, width);
      }
    }
  }

  /// Where in a row a place is whose dimensions run from the first on.
  private int inRow(int place) {
    int rest = place;
    int to = 0;
    int stride = rowValues();
    for (int i = 1; i < shape.size(); i++) {
      int size = Math.toIntExact(shape.get(i));
      stride /= size;
      to += rest % size * stride;
      rest /= size;
    }
    return to;
  }

  private void swap(MemorySegment values) {
    for (long at = 0; at < values.byteSize(); at += width) {
      for (int low = 0, high = width - 1; low < high; low++, high--) {
        byte kept = values.get(ValueLayout.JAVA_BYTE, at + low);
        values.set(ValueLayout.JAVA_BYTE, at + low, values.get(ValueLayout.JAVA_BYTE, at + high));
        values.set(ValueLayout.JAVA_BYTE, at + high, kept);
      }
    }
  }

  private Column column(int rows, MemorySegment values, Memory memory) {
    int count = Math.multiplyExact(rows, rowValues());
    MemorySegment flat = type == Type.Scalar.BOOL ? bits(values, count, memory) : values;
    Column column = Column.fixed(type, count, null, flat);
    return shape.size() < 2 ? column : Column.list(rows, null, offsets(rows, memory), column);
  }

  private static MemorySegment bits(MemorySegment bytes, int count, Memory memory) {
    MemorySegment bits = memory.allocate(Bits.bytes(count));
    bits.fill((byte) 0);
    for (int i = 0; i < count; i++) {
      if (bytes.get(ValueLayout.JAVA_BYTE, i) != 0) {
        Bits.set(bits, i);
      }
    }
    return bits;
  }

  private MemorySegment offsets(int rows, Memory memory) {
    MemorySegment offsets = memory.allocate((rows + 1L) * Integer.BYTES);
    for (int i = 0; i <= rows; i++) {
      offsets.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, i, i * rowValues());
    }
    return offsets;
  }
}
