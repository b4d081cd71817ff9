package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Texts and byte strings.
final class ByteValues implements Values {
  private final Type type;
  private final Scratch scratch;
  private final int[] ends;
  private byte[] data = new byte[1024];
  private int size;
  private int count;
  private byte[] dictionary = new byte[0];
  private int[] starts = new int[0];

  ByteValues(Type type, int most, Scratch scratch) {
    this.type = type;
    this.scratch = scratch;
    this.ends = new int[most];
  }

  @Override
  public void dictionary(byte[] page, int end, int values) {
    dictionary = Arrays.copyOf(page, end);
    starts = new int[values + 1];
    int at = 0;
    for (int i = 0; i < values; i++) {
      starts[i] = at;
      at += Integer.BYTES + length(page, at, end);
    }
    starts[values] = at;
  }

  private static int length(byte[] page, int at, int end) {
    int length = Little.i32(page, at);
    if (length < 0 || length > end - at - Integer.BYTES) {
      throw new IllegalArgumentException("a byte string of " + length + " bytes");
    }
    return length;
  }

  @Override
  public void add(int encoding, byte[] page, int at, int end, int more) {
    if (more > ends.length - count) {
      throw new IllegalArgumentException("there are more values than announced");
    }
    switch (encoding) {
      case 0 -> plain(page, at, end, more);
      case 2, 8 -> numbered(page, at, end, more);
      case 6 -> lengths(page, at, end, more);
      case 7 -> prefixed(page, at, end, more);
      default -> throw Values.unknown(encoding, Leaf.Physical.BYTE_ARRAY);
    }
  }

  private void plain(byte[] page, int from, int end, int more) {
    int at = from;
    for (int i = 0; i < more; i++) {
      int length = length(page, at, end);
      append(page, at + Integer.BYTES, length);
      at += Integer.BYTES + length;
    }
  }

  private void numbered(byte[] page, int at, int end, int more) {
    int[] numbers = scratch.numbers(more);
    if (more > 0) {
      Hybrid.decode(page, at + 1, end, page[at], numbers, more);
    }
    for (int i = 0; i < more; i++) {
      int start = starts[numbers[i]] + Integer.BYTES;
      append(dictionary, start, starts[numbers[i] + 1] - start);
    }
  }

  private void lengths(byte[] page, int at, int end, int more) {
    var deltas = new Deltas(page, at);
    long[] lengths = deltas.decode(more);
    int from = deltas.at();
    for (long length : lengths) {
      append(page, from, requireWithin(length, from, end));
      from += (int) length;
    }
  }

  private static int requireWithin(long length, int from, int end) {
    if (length < 0 || length > end - from) {
      throw new IllegalArgumentException("a byte string of " + length + " bytes");
    }
    return (int) length;
  }

  /// Each value begins like the one before it.
  private void prefixed(byte[] page, int at, int end, int more) {
    var prefixes = new Deltas(page, at);
    long[] shared = prefixes.decode(more);
    var suffixes = new Deltas(page, prefixes.at());
    long[] lengths = suffixes.decode(more);
    int from = suffixes.at();
    int before = size;
    for (int i = 0; i < more; i++) {
      int prefix = requireWithin(shared[i], before, size);
      int begin = size;
      reserve(prefix);
      System.arraycopy(data, before, data, size, prefix);
      size += prefix;
      append(page, from, requireWithin(lengths[i], from, end));
      from += (int) lengths[i];
      before = begin;
    }
  }

  private void append(byte[] from, int at, int length) {
    reserve(length);
    System.arraycopy(from, at, data, size, length);
    size += length;
    ends[count++] = size;
  }

  private void reserve(int more) {
    if (more > data.length - size) {
      long wanted = Math.max((long) size + more, 2L * data.length);
      data = Arrays.copyOf(data, (int) Math.min(wanted, Integer.MAX_VALUE - 16));
    }
  }

  /// All values, which must have this width, into memory.
  void copyTo(MemorySegment to, long offset, int width) {
    if (size != (long) count * width) {
      throw new IllegalArgumentException("values are not all %s bytes wide".formatted(width));
    }
    MemorySegment.copy(data, 0, to, JAVA_BYTE, offset, size);
  }

  @Override
  public Column column(Present present, Memory memory) {
    MemorySegment offsets = memory.allocate((present.rows() + 1L) * Integer.BYTES);
    offsets.set(JAVA_INT_UNALIGNED, 0, 0);
    int next = 0;
    int end = 0;
    for (int i = 0; i < present.rows(); i++) {
      end = present.at(i) ? ends[next++] : end;
      offsets.setAtIndex(JAVA_INT_UNALIGNED, i + 1L, end);
    }
    MemorySegment bytes = memory.allocate(size);
    MemorySegment.copy(data, 0, bytes, JAVA_BYTE, 0, size);
    return type instanceof Type.Decimal
        ? ByteDecimals.of(type, present, offsets, bytes, memory)
        : Column.variable(type, present.rows(), present.bitmap(memory), offsets, bytes);
  }
}
