package dev.manta.spi.arrow;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Writes a FlatBuffers message from the front: a table first, what it points at behind it.
final class FlatBufferWriter {
  private ByteBuffer bytes = ByteBuffer.allocate(1024).order(ByteOrder.LITTLE_ENDIAN);

  /// Something that is put at the next free place.
  sealed interface Part {}

  /// A table: a value for each field, null where the default is meant.
  record Table(List<Field> fields) implements Part {
    static Table of(Field... fields) {
      return new Table(List.of(fields));
    }
  }

  record Text(String text) implements Part {}

  record Tables(List<Table> all) implements Part {}

  /// Structs of 64-bit numbers, one after the other.
  record Structs(List<long[]> all) implements Part {}

  /// What a field of a table holds.
  sealed interface Field {}

  record Nothing() implements Field {}

  record Whole(int width, long value) implements Field {}

  record Pointer(Part to) implements Field {}

  static byte[] message(Table root) {
    var out = new FlatBufferWriter();
    out.room(8);
    out.bytes.position(8);
    int at = out.table(root);
    out.bytes.putInt(0, at);
    out.align(8, 0);
    return Arrays.copyOf(out.bytes.array(), out.bytes.position());
  }

  private void room(int more) {
    if (bytes.remaining() < more) {
      ByteBuffer larger =
          ByteBuffer.allocate(2 * (bytes.capacity() + more)).order(ByteOrder.LITTLE_ENDIAN);
      larger.put(bytes.flip());
      bytes = larger;
    }
  }

  /// Pads with zeros until the position after `ahead` more bytes is a multiple of `size`.
  private void align(int size, int ahead) {
    room(size);
    while ((bytes.position() + ahead) % size != 0) {
      bytes.put((byte) 0);
    }
  }

  /// Fields are laid out widest first, so that each is at a multiple of its width.
  private int table(Table table) {
    int count = table.fields.size();
    int[] offsets = new int[count];
    int size = 4;
    for (int width : new int[] {4, 8, 2, 1}) {
      size = width == 8 && hasWide(table) ? Math.ceilDiv(size, 8) * 8 : size;
      for (int i = 0; i < count; i++) {
        if (width(table.fields.get(i)) == width) {
          offsets[i] = size;
          size += width;
        }
      }
    }
    int head = 4 + 2 * count;
    align(8, head);
    room(head + size);
    int start = bytes.position() + head;
    bytes.putShort((short) head).putShort((short) size);
    for (int offset : offsets) {
      bytes.putShort((short) offset);
    }
    bytes.putInt(head).position(start + size);
    fill(table, offsets, start);
    return start;
  }

  private static boolean hasWide(Table table) {
    return table.fields.stream().anyMatch(field -> width(field) == 8);
  }

  private static int width(Field field) {
    return switch (field) {
      case Nothing _ -> 0;
      case Whole(int width, _) -> width;
      case Pointer _ -> 4;
    };
  }

  private void fill(Table table, int[] offsets, int start) {
    List<Runnable> later = new ArrayList<>();
    for (int i = 0; i < offsets.length; i++) {
      int at = start + offsets[i];
      switch (table.fields.get(i)) {
        case Nothing _ -> {}
        case Whole(int width, long value) -> put(at, width, value);
        case Pointer(Part to) -> later.add(() -> point(at, part(to)));
      }
    }
    later.forEach(Runnable::run);
  }

  private void put(int at, int width, long value) {
    switch (width) {
      case 1 -> bytes.put(at, (byte) value);
      case 2 -> bytes.putShort(at, (short) value);
      case 4 -> bytes.putInt(at, (int) value);
      default -> bytes.putLong(at, value);
    }
  }

  private void point(int at, int target) {
    bytes.putInt(at, target - at);
  }

  private int part(Part part) {
    return switch (part) {
      case Table table -> table(table);
      case Text(String text) -> text(text.getBytes(StandardCharsets.UTF_8));
      case Tables(List<Table> all) -> tables(all);
      case Structs(List<long[]> all) -> structs(all);
    };
  }

  private int text(byte[] text) {
    align(4, 0);
    room(text.length + 5);
    int at = bytes.position();
    bytes.putInt(text.length).put(text).put((byte) 0);
    return at;
  }

  private int tables(List<Table> all) {
    align(4, 0);
    room(4 + 4 * all.size());
    int at = bytes.position();
    bytes.putInt(all.size()).position(at + 4 + 4 * all.size());
    for (int i = 0; i < all.size(); i++) {
      int from = at + 4 + 4 * i;
      point(from, table(all.get(i)));
    }
    return at;
  }

  private int structs(List<long[]> all) {
    align(8, 4);
    int at = bytes.position();
    room(4);
    bytes.putInt(all.size());
    for (long[] struct : all) {
      room(struct.length * Long.BYTES);
      for (long value : struct) {
        bytes.putLong(value);
      }
    }
    return at;
  }
}
