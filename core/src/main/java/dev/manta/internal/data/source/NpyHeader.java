package dev.manta.internal.data.source;

import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a `.npy` file says about itself.
record NpyHeader(Type type, int width, List<Long> shape, long dataOffset) {
  private static final Pattern DESCRIPTION =
      Pattern.compile(
          "'descr':\\s*'([^']+)'.*'fortran_order':\\s*(\\w+).*'shape':\\s*\\(([^)]*)\\)");

  static NpyHeader read(String path) {
    Location at = Location.parse(path);
    long size = Storages.at(at).size(at).orElse(0);
    byte[] head = Lines.read(Storages.at(at), at, 0, Math.min(size, 1 << 16));
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
    if (header.dataOffset + header.rows() * header.rowBytes() > size) {
      throw broken(path, "it ends before its last row");
    }
    return header;
  }

  private static NpyHeader described(String text, String path, long dataOffset) {
    Matcher found = DESCRIPTION.matcher(text);
    if (!found.find()) {
      throw broken(path, "its header is " + text);
    }
    if (found.group(2).equals("True")) {
      throw broken(path, "it is in Fortran's order; save it with numpy.ascontiguousarray");
    }
    List<Long> shape = new ArrayList<>();
    for (String each : found.group(3).split(",", -1)) {
      if (!each.isBlank()) {
        shape.add(Long.parseLong(each.strip()));
      }
    }
    String description = found.group(1);
    Type type = type(description, path);
    return new NpyHeader(type, type == Type.Scalar.BOOL ? 1 : type.width(), shape, dataOffset);
  }

  private static Type type(String description, String path) {
    return switch (description.substring(
        description.startsWith("<") || description.startsWith("|") || description.startsWith("=")
            ? 1
            : 0)) {
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
    return new MantaException(ErrorCode.USER, path + " is no .npy file that can be read: " + why);
  }

  long rows() {
    return shape.isEmpty() ? 1 : shape.getFirst();
  }

  /// Values of one row.
  int rowValues() {
    return Math.toIntExact(shape.stream().skip(1).reduce(1L, (a, b) -> a * b));
  }

  long rowBytes() {
    return (long) rowValues() * width;
  }

  /// Values of whole rows as a column.
  Column column(int rows, MemorySegment values, Memory memory) {
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
