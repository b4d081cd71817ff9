package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Values of one width, decoded to where they stay; booleans take a byte each on the way.
final class FixedValues implements Values {
  private static final long BYTES_MAX = 1L << 31;

  /// Space before the values for what is in front of them in their first page; a line of the cache,
  /// as columns are aligned to that.
  private static final int FRONT = 64;

  private final Leaf leaf;
  private final int width;
  private final int most;
  private final MemorySegment room;
  private final @Nullable ByteBuffer bytes;
  private final MemorySegment values;
  private final Scratch scratch;
  private byte[] dictionary = new byte[0];
  private int count;

  FixedValues(Leaf leaf, int most, Memory memory, Scratch scratch) {
    this.leaf = leaf;
    this.width = leaf.physical() == Leaf.Physical.BOOLEAN ? 1 : leaf.width();
    this.most = most;
    this.room = memory.allocate(FRONT + requireReasonable((long) most * width));
    this.bytes =
        room.byteSize() > Integer.MAX_VALUE
            ? null
            : room.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    this.values = room.asSlice(FRONT);
    this.scratch = scratch;
  }

  /// Damage must not ask for all memory there is.
  private static long requireReasonable(long bytes) {
    if (bytes > BYTES_MAX) {
      throw new IllegalArgumentException(
          "a column of a row group would take %s bytes".formatted(bytes));
    }
    return bytes;
  }

  @Override
  public void dictionary(byte[] page, int end, int size) {
    dictionary = new byte[Math.multiplyExact(size, width) + Scratch.PADDING];
    System.arraycopy(page, 0, dictionary, 0, size * width);
  }

  @Override
  public void add(int encoding, byte[] page, int at, int end, int more) {
    if (more > most - count) {
      throw new IllegalArgumentException("there are more values than announced");
    }
    switch (encoding) {
      case 0 -> plain(page, at, end, more);
      case 2, 8 -> numbered(page, at, end, more);
      case 3 -> truths(page, at + Integer.BYTES, end, more);
      case 5 -> deltas(page, at, more);
      case 7 -> prefixed(page, at, end, more);
      case 9 -> streams(page, at, end, more);
      default -> throw Values.unknown(encoding, leaf.physical());
    }
    count += more;
  }

  /// What is in front of the values lies on the last ones of the page before while it is looked at.
  /// This is done for every page: buffers need less code than segments, which the JVM's compilers
  /// take a third of a second for.
  @Override
  public boolean place(Front front, int more, Packed page) {
    if (bytes == null || !isRoom(front, more)) {
      return false;
    }
    int start = FRONT + count * width - front.length();
    if (front.length() == 0) {
      scratch.codecs().unpack(page, room, bytes, start);
      count += more;
      return true;
    }
    long before = bytes.getLong(start);
    scratch.codecs().unpack(page, room, bytes, start);
    long found = bytes.getLong(start);
    bytes.putLong(start, found ^ ((found ^ before) & front.mask()));
    boolean expected = ((found ^ front.word()) & front.mask()) == 0;
    count += expected ? more : 0;
    return expected;
  }

  private boolean isRoom(Front front, int more) {
    return leaf.physical() != Leaf.Physical.BOOLEAN
        && front.length() <= Front.LENGTH_MAX
        && more <= most - count
        && front.length() + (long) more * width >= Front.LENGTH_MAX;
  }

  private void plain(byte[] page, int at, int end, int more) {
    if (leaf.physical() == Leaf.Physical.BOOLEAN) {
      for (int i = 0; i < more; i++) {
        values.set(JAVA_BYTE, (long) count + i, (byte) (page[at + (i >> 3)] >> (i & 7) & 1));
      }
      return;
    }
    requireBytes((long) more * width, at, end);
    MemorySegment.copy(page, at, values, JAVA_BYTE, (long) count * width, more * width);
  }

  private static void requireBytes(long needed, int at, int end) {
    if (needed > end - at) {
      throw new IllegalArgumentException(
          "a page has %s bytes of values where %s are needed".formatted(end - at, needed));
    }
  }

  private void numbered(byte[] page, int at, int end, int more) {
    int[] numbers = scratch.numbers(more);
    if (more > 0) {
      Hybrid.decode(page, at + 1, end, page[at], numbers, more);
    }
    if (width == Integer.BYTES) {
      for (int i = 0; i < more; i++) {
        int value = Little.i32(dictionary, requireNumber(numbers[i]) * Integer.BYTES);
        values.setAtIndex(JAVA_INT_UNALIGNED, (long) count + i, value);
      }
    } else if (width == Long.BYTES) {
      for (int i = 0; i < more; i++) {
        long value = Little.i64(dictionary, requireNumber(numbers[i]) * Long.BYTES);
        values.setAtIndex(JAVA_LONG_UNALIGNED, (long) count + i, value);
      }
    } else {
      for (int i = 0; i < more; i++) {
        int from = requireNumber(numbers[i]) * width;
        MemorySegment.copy(dictionary, from, values, JAVA_BYTE, ((long) count + i) * width, width);
      }
    }
  }

  private int requireNumber(int number) {
    if (number < 0 || (long) number * width > dictionary.length - Scratch.PADDING - width) {
      throw new IllegalArgumentException("the dictionary has no value number " + number);
    }
    return number;
  }

  private void truths(byte[] page, int at, int end, int more) {
    int[] numbers = scratch.numbers(more);
    Hybrid.decode(page, at, end, 1, numbers, more);
    for (int i = 0; i < more; i++) {
      values.set(JAVA_BYTE, (long) count + i, (byte) numbers[i]);
    }
  }

  private void deltas(byte[] page, int at, int more) {
    long[] decoded = new Deltas(page, at).decode(more);
    for (int i = 0; i < more; i++) {
      if (width == Integer.BYTES) {
        values.setAtIndex(JAVA_INT_UNALIGNED, (long) count + i, (int) decoded[i]);
      } else {
        values.setAtIndex(JAVA_LONG_UNALIGNED, (long) count + i, decoded[i]);
      }
    }
  }

  private void prefixed(byte[] page, int at, int end, int more) {
    var strings = new ByteValues(leaf.type(), more, scratch);
    strings.add(7, page, at, end, more);
    strings.copyTo(values, (long) count * width, width);
  }

  private void streams(byte[] page, int at, int end, int more) {
    requireBytes((long) more * width, at, end);
    for (int b = 0; b < width; b++) {
      int from = at + b * more;
      for (int i = 0; i < more; i++) {
        values.set(JAVA_BYTE, ((long) count + i) * width + b, page[from + i]);
      }
    }
  }

  @Override
  public Column column(Present present, Memory memory) {
    MemorySegment spread = present.isAll() ? values : spread(present, memory);
    MemorySegment converted = Conversion.of(leaf, width, present.rows(), spread, memory);
    return Column.fixed(leaf.type(), present.rows(), present.bitmap(memory), converted);
  }

  private MemorySegment spread(Present present, Memory memory) {
    MemorySegment all = memory.allocate((long) present.rows() * width);
    all.fill((byte) 0);
    long next = 0;
    for (int i = 0; i < present.rows(); i++) {
      if (present.at(i)) {
        MemorySegment.copy(values, next++ * width, all, (long) i * width, width);
      }
    }
    return all;
  }
}
