package dev.manta.formats.parquet;

/// Decodes the mix of runs and packed bits that levels, dictionary numbers and booleans are in.
final class Hybrid {
  private Hybrid() {}

  /// Fills `to` with `count` numbers of `width` bits.
  static void decode(byte[] bytes, int from, int end, int width, int[] to, int count) {
    if (width < 0 || width > 32) {
      throw new IllegalArgumentException("numbers of " + width + " bits");
    }
    int at = from;
    int done = 0;
    while (done < count) {
      if (width == 0 && at >= end) {
        java.util.Arrays.fill(to, done, count, 0);
        return;
      }
      long head = 0;
      int shift = 0;
      int next;
      do {
        next = bytes[at++] & 255;
        head |= (next & 127L) << shift;
        shift += 7;
      } while (next >= 128 && shift < 35);
      if ((head & 1) == 0) {
        int run = (int) Math.min(head >>> 1, count - done);
        java.util.Arrays.fill(to, done, done + run, value(bytes, at, width));
        at += (width + 7) >> 3;
        done += requireSome(run);
      } else {
        long groups = head >>> 1;
        int run = (int) Math.min(groups * 8, count - done);
        unpack(bytes, at, width, to, done, requireSome(run));
        at += Math.toIntExact(groups * width);
        done += run;
      }
    }
  }

  private static int requireSome(int run) {
    if (run <= 0) {
      throw new IllegalArgumentException("a run of " + run + " values");
    }
    return run;
  }

  private static int value(byte[] bytes, int at, int width) {
    int value = 0;
    for (int i = 0; i < (width + 7) >> 3; i++) {
      value |= (bytes[at + i] & 255) << (8 * i);
    }
    return value;
  }

  /// Numbers one behind the other, the lowest bit first. Pages have space behind, so that whole
  /// words are read.
  static void unpack(byte[] bytes, int at, int width, int[] to, int start, int count) {
    long mask = (1L << width) - 1;
    long bit = 0;
    for (int i = 0; i < count; i++) {
      long word = Little.i64(bytes, at + (int) (bit >>> 3));
      to[start + i] = (int) (word >>> (bit & 7) & mask);
      bit += width;
    }
  }
}
