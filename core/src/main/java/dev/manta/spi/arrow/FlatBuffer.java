package dev.manta.spi.arrow;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A table of a FlatBuffers message, where it lies. Fields go by number; one that is not there has
/// its default.
///
/// @param at where the table begins
public record FlatBuffer(ByteBuffer bytes, int at) {
  /// The table that a message begins with.
  public static FlatBuffer root(byte[] message) {
    ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    return new FlatBuffer(bytes, bytes.getInt(0));
  }

  /// Where a field is, or 0.
  private int field(int number) {
    int table = at - bytes.getInt(at);
    int slot = 4 + 2 * number;
    if (slot >= Short.toUnsignedInt(bytes.getShort(table))) {
      return 0;
    }
    int offset = Short.toUnsignedInt(bytes.getShort(table + slot));
    return offset == 0 ? 0 : at + offset;
  }

  /// A byte by the number of its field.
  public int i8(int number, int otherwise) {
    int field = field(number);
    return field == 0 ? otherwise : bytes.get(field);
  }

  /// Two bytes by the number of their field.
  public int i16(int number, int otherwise) {
    int field = field(number);
    return field == 0 ? otherwise : bytes.getShort(field);
  }

  /// Four bytes by the number of their field.
  public int i32(int number, int otherwise) {
    int field = field(number);
    return field == 0 ? otherwise : bytes.getInt(field);
  }

  /// Eight bytes by the number of their field, or 0.
  public long i64(int number) {
    int field = field(number);
    return field == 0 ? 0 : bytes.getLong(field);
  }

  private int target(int field) {
    return field + bytes.getInt(field);
  }

  /// A table by the number of its field, if it is there.
  public Optional<FlatBuffer> table(int number) {
    int field = field(number);
    return field == 0 ? Optional.empty() : Optional.of(new FlatBuffer(bytes, target(field)));
  }

  /// A table that must be there.
  public FlatBuffer inside(int number) {
    return table(number)
        .orElseThrow(() -> new IllegalArgumentException("a message lacks its field " + number));
  }

  /// A text by the number of its field, or an empty one.
  public String text(int number) {
    int field = field(number);
    if (field == 0) {
      return "";
    }
    int start = target(field);
    byte[] text = new byte[requireCount(bytes.getInt(start), 1)];
    bytes.get(start + 4, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  /// The tables of a list by the number of its field.
  public List<FlatBuffer> tables(int number) {
    List<FlatBuffer> all = new ArrayList<>();
    int start = vector(number);
    for (int i = 0; i < count(number, 4); i++) {
      all.add(new FlatBuffer(bytes, target(start + 4 * i)));
    }
    return all;
  }

  /// How many entries a vector has.
  public int count(int number, int width) {
    int field = field(number);
    return field == 0 ? 0 : requireCount(bytes.getInt(target(field)), width);
  }

  /// Damage must not ask for all memory there is.
  private int requireCount(int count, int width) {
    if (count < 0 || (long) count * width > bytes.limit()) {
      throw new IllegalArgumentException("a message says it holds " + count + " entries");
    }
    return count;
  }

  /// Where a vector's first entry is.
  private int vector(int number) {
    int field = field(number);
    return field == 0 ? 0 : target(field) + 4;
  }

  /// A number in a vector of structs.
  public long structAt(int number, int index, int width, int offset) {
    return bytes.getLong(vector(number) + index * width + offset);
  }
}
