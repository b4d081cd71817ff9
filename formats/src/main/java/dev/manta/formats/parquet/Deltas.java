package dev.manta.formats.parquet;

/// Decodes integers written as packed differences.
final class Deltas {
  private final byte[] bytes;
  private int at;

  Deltas(byte[] bytes, int from) {
    this.bytes = bytes;
    this.at = from;
  }

  /// Where the values end.
  int at() {
    return at;
  }

  /// All values; there must be exactly `count`.
  long[] decode(int count) {
    int block = positive(varint());
    int miniBlocks = positive(varint());
    long total = varint();
    long value = zigzag();
    if (total != count || block % miniBlocks != 0) {
      throw new IllegalArgumentException(
          "differences of %s values where %s are announced".formatted(total, count));
    }
    long[] values = new long[count];
    if (count > 0) {
      values[0] = value;
    }
    int done = 1;
    while (done < count) {
      done = block(values, done, block / miniBlocks, miniBlocks);
    }
    return values;
  }

  private int block(long[] values, int start, int each, int miniBlocks) {
    long least = zigzag();
    int widths = at;
    at += miniBlocks;
    int done = start;
    for (int i = 0; i < miniBlocks && done < values.length; i++) {
      int width = bytes[widths + i] & 255;
      if (width > 64) {
        throw new IllegalArgumentException("differences of " + width + " bits");
      }
      int count = Math.min(each, values.length - done);
      miniBlock(values, done, count, width, least);
      at += Math.toIntExact((long) each * width / 8);
      done += count;
    }
    return done;
  }

  private void miniBlock(long[] values, int start, int count, int width, long least) {
    long value = values[start - 1];
    long bit = 0;
    for (int i = 0; i < count; i++) {
      value += least + bits(bit, width);
      values[start + i] = value;
      bit += width;
    }
  }

  private long bits(long bit, int width) {
    if (width == 0) {
      return 0;
    }
    int from = at + (int) (bit >>> 3);
    int shift = (int) (bit & 7);
    long low = Little.i64(bytes, from) >>> shift;
    long word = shift + width > 64 ? low | (bytes[from + 8] & 255L) << (64 - shift) : low;
    return width == 64 ? word : word & ((1L << width) - 1);
  }

  private static int positive(long value) {
    if (value < 1 || value > 1 << 20) {
      throw new IllegalArgumentException("blocks of " + value);
    }
    return (int) value;
  }

  private long zigzag() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = bytes[at++] & 255;
      value |= (next & 127L) << shift;
      if (next < 128) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is too long");
  }
}
