package dev.manta.formats.image;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The codes of a JPEG's scan, block after block. Behind their end there are zeros.
final class Scan {
  /// From the lowest frequency on: its row in the block, times 8, and its column.
  static final int[] ZIGZAG = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
  };

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /// More than the longest codes of a block.
  private static final int PADDING = 512;

  private static final int FULL = 56;

  private final byte[] file;
  private final byte[] plain;
  private int next;
  private int end;
  private boolean cut;
  private int at;
  private long bits;
  private int count;

  Scan(byte[] file, int from) {
    this.file = file;
    this.plain = new byte[Math.max(file.length - from, 0) + PADDING];
    this.next = from;
    unstuff();
  }

  /// Copies what is before the next marker, without the zeros that tell other bytes from markers.
  private void unstuff() {
    int from = next;
    int to = 0;
    cut = true;
    while (from < file.length) {
      byte value = file[from++];
      if (value == -1 && (from >= file.length || file[from++] != 0)) {
        cut = from == file.length && file[from - 1] == -1;
        break;
      }
      plain[to++] = value;
    }
    java.util.Arrays.fill(plain, to, Math.min(to + PADDING, plain.length), (byte) 0);
    next = from;
    end = to;
  }

  /// Refuses codes that end with the file: behind them there is a marker, that of the end at least.
  void requireEnd() {
    if (cut) {
      throw new IllegalArgumentException("the image ends early");
    }
  }

  /// Goes behind the marker that comes next.
  void restart() {
    requireEnd();
    unstuff();
    at = 0;
    bits = 0;
    count = 0;
  }

  /// Reads a block of a colour and puts its frequencies where it says.
  void block(JpegPart part, int x, int y) {
    at = Math.min(at, end);
    fill();
    int found = part.means.code((int) (bits >>> 48));
    int size = found & 15;
    skip(found >> 8);
    if (size > 0) {
      fill();
      part.mean += Huffman.signed((int) (bits >>> (64 - size)), size);
      skip(size);
    }
    float[][] columns = part.columns;
    columns[x][y] = part.mean * part.steps[0];
    waves(part, x, y);
  }

  private void fill() {
    bits |= (long) WORD.get(plain, at) >>> count;
    at += (63 - count) >> 3;
    count |= FULL;
  }

  private void skip(int size) {
    bits <<= size;
    count -= size;
  }

  /// All but the mean. What is read with is kept in variables: fields would go to memory each time.
  private void waves(JpegPart part, int x, int y) {
    Huffman table = part.waves;
    float[][] columns = part.columns;
    float[] steps = part.steps;
    int at = this.at;
    long bits = this.bits;
    int count = this.count;
    int k = 1;
    while (k < 64) {
      bits |= (long) WORD.get(plain, at) >>> count;
      at += (63 - count) >> 3;
      count |= FULL;
      int number = table.number(bits);
      k += Huffman.zeros(number);
      bits <<= number;
      count -= Huffman.length(number);
      if (Huffman.value(number) == 0) {
        if (Huffman.zeros(number) == 0) {
          break;
        }
        k++;
        continue;
      }
      if (k > 63) {
        throw new IllegalArgumentException("the image has a block with too many numbers");
      }
      int place = ZIGZAG[k];
      columns[x + (place & 7)][y + (place >> 3)] = Huffman.value(number) * steps[k];
      k++;
    }
    this.at = at;
    this.bits = bits;
    this.count = count;
  }
}
