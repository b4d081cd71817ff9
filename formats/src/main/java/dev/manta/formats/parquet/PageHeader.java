package dev.manta.formats.parquet;

import java.nio.ByteBuffer;

/// What the header of a page says: numbers, which are all that is needed of it. It is used again
/// for page after page.
final class PageHeader {
  private static final int FIELDS = 8;
  private static final int STRUCT = 12;

  /// Types below are numbers.
  private static final int REAL = 7;

  /// The structs that are read: the header itself, and those within it.
  private static final int HEADER = 0;

  private static final int DATA = 1;
  private static final int DICTIONARY = 2;
  private static final int DATA_2 = 3;

  private final long[] numbers = new long[(DATA_2 + 1) * FIELDS];

  /// Of native memory, as long as nothing is compiled, it is slow to look at single bytes.
  private byte[] bytes = new byte[0];

  /// A bit for each number that is there.
  private int present;

  /// Reads the header at a byte of a chunk, of which it takes no more than some bytes; says where
  /// it ends. One loop, not a method for each struct: all of a chain of methods that runs for every
  /// page is compiled with each of its links.
  int read(ByteBuffer chunk, int from, int most) {
    if (bytes.length < most) {
      bytes = new byte[most];
    }
    chunk.get(from, bytes, 0, most);
    var thrift = new Thrift(bytes, 0, most);
    present = 0;
    int struct = HEADER;
    int outer = 0;
    int field = 0;
    while (true) {
      int head = thrift.next();
      if (head == 0 && struct == HEADER) {
        return from + thrift.at();
      }
      int type = head & 15;
      field = head == 0 ? outer : thrift.field(head, field);
      if (head == 0) {
        struct = HEADER;
      } else if (type == STRUCT && struct == HEADER && within(field) != HEADER) {
        struct = within(field);
        outer = field;
        field = 0;
      } else if (type < REAL && field > 0 && field < FIELDS) {
        put(struct * FIELDS + field, thrift.number(type));
      } else {
        thrift.skip(type);
      }
    }
  }

  /// The struct that a field of the header holds.
  private static int within(int field) {
    return switch (field) {
      case 5 -> DATA;
      case 7 -> DICTIONARY;
      case 8 -> DATA_2;
      default -> HEADER;
    };
  }

  private void put(int at, long number) {
    numbers[at] = number;
    present |= 1 << at;
  }

  private int get(int struct, int field) {
    int at = struct * FIELDS + field;
    if ((present & (1 << at)) == 0) {
      throw Thrift.missing(field);
    }
    return Math.toIntExact(numbers[at]);
  }

  int kind() {
    return get(HEADER, 1);
  }

  /// How many bytes the page has when it is unpacked.
  int size() {
    return get(HEADER, 2);
  }

  /// How many bytes it takes in the file.
  int packed() {
    return get(HEADER, 3);
  }

  /// How many values it announces; none if it holds no data.
  int announced() {
    return has(DATA) ? count() : has(DATA_2) ? count2() : 0;
  }

  private boolean has(int struct) {
    return ((present >>> (struct * FIELDS)) & ((1 << FIELDS) - 1)) != 0;
  }

  int count() {
    return get(DATA, 1);
  }

  int encoding() {
    return get(DATA, 2);
  }

  int levelEncoding() {
    return get(DATA, 3);
  }

  int dictionaryCount() {
    return get(DICTIONARY, 1);
  }

  int count2() {
    return get(DATA_2, 1);
  }

  int encoding2() {
    return get(DATA_2, 4);
  }

  int definitionBytes() {
    return get(DATA_2, 5);
  }

  int repetitionBytes() {
    return get(DATA_2, 6);
  }

  /// Whether the values of data of version 2 are compressed, as they are unless it says otherwise.
  boolean isCompressed() {
    int at = DATA_2 * FIELDS + 7;
    return (present & (1 << at)) == 0 || numbers[at] != 0;
  }
}
