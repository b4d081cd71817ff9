package dev.manta.formats.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decodes JPEG images of the common kind: one scan, 8 bits, brightness and two differences of
/// colour that may be stored at half the size.
final class Jpeg {
  private static final int[] ZIGZAG = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
    13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59,
    52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63
  };

  private static final Huffman NONE = new Huffman(new int[16], new byte[0]);
  private static final int TABLES = 4;
  private static final int PIXELS_MAX = 1 << 28;
  private static final long PIXELS_PER_BYTE_MAX = 1000;

  private final byte[] file;
  private final int[][] steps = new int[TABLES][64];
  private final @Nullable Huffman[] means = new Huffman[TABLES];
  private final @Nullable Huffman[] waves = new Huffman[TABLES];
  private final List<Part> parts = new ArrayList<>();
  private final int[] block = new int[64];
  private final Idct idct = new Idct();
  private int height;
  private int width;
  private int restart;

  /// A colour of the scan.
  private static final class Part {
    final int id;
    final int across;
    final int down;
    final int table;
    int[][] rows = new int[0][0];
    Huffman means;
    Huffman waves;
    int mean;

    Part(int id, int sizes, int table, Huffman none) {
      this.id = id;
      this.across = sizes >> 4;
      this.down = sizes & 15;
      this.table = table & 3;
      this.means = none;
      this.waves = none;
    }
  }

  private Jpeg(byte[] file) {
    this.file = file;
  }

  /// The planes of an image, or empty where it is of another kind.
  static Optional<Picture> decode(byte[] file) {
    var image = new Jpeg(file);
    return image.read() ? Optional.of(image.picture()) : Optional.empty();
  }

  private int at(int index) {
    if (index >= file.length) {
      throw new IllegalArgumentException("the image ends early");
    }
    return file[index] & 255;
  }

  private int word(int index) {
    return (at(index) << 8) | at(index + 1);
  }

  /// Segments up to the scan, then the scan.
  private boolean read() {
    int next = 2;
    while (true) {
      int marker = at(next) == 0xFF ? at(next + 1) : 0;
      int from = next + 4;
      int end = next + 2 + word(next + 2);
      switch (marker) {
        case 0xDB -> steps(from, end);
        case 0xC4 -> tables(from, end);
        case 0xDD -> restart = word(from);
        case 0xC0, 0xC1 -> {
          if (!frame(from)) {
            return false;
          }
        }
        case 0xDA -> {
          return scan(from, end);
        }
        default -> {
          if (marker < 0xE0 || marker > 0xFE) {
            return false;
          }
        }
      }
      next = end;
    }
  }

  private void steps(int from, int end) {
    int next = from;
    while (next < end) {
      int[] table = steps[at(next) & 3];
      int wide = at(next++) >> 4;
      for (int place : ZIGZAG) {
        table[place] = wide == 0 ? at(next) : word(next);
        next += wide == 0 ? 1 : 2;
      }
    }
  }

  private void tables(int from, int end) {
    int next = from;
    while (next < end) {
      int kind = at(next++);
      int[] counts = new int[16];
      int all = 0;
      for (int i = 0; i < 16; i++) {
        counts[i] = at(next++);
        all += counts[i];
      }
      byte[] values = new byte[all];
      for (int i = 0; i < all; i++) {
        values[i] = (byte) at(next++);
      }
      ((kind >> 4) == 0 ? means : waves)[kind & 3] = new Huffman(counts, values);
    }
  }

  /// Whether it is of the kind that is decoded here.
  private boolean frame(int from) {
    height = word(from + 1);
    width = word(from + 3);
    int count = at(from + 5);
    if (at(from) != 8 || count != 3 || isOdd((long) height * width)) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      int each = from + 6 + 3 * i;
      parts.add(new Part(at(each), at(each + 1), at(each + 2), NONE));
    }
    Part first = parts.getFirst();
    return first.across <= 2
        && first.down <= 2
        && first.across * first.down > 0
        && parts.stream().skip(1).allMatch(part -> part.across == 1 && part.down == 1);
  }

  /// Damage must not ask for all memory there is.
  private boolean isOdd(long pixels) {
    return pixels == 0 || pixels > PIXELS_MAX || pixels > PIXELS_PER_BYTE_MAX * file.length;
  }

  private boolean scan(int from, int end) {
    if (parts.isEmpty() || at(from) != parts.size()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      int chosen = at(from + 2 + 2 * i);
      Huffman mean = means[(chosen >> 4) & 3];
      Huffman wave = waves[chosen & 3];
      if (at(from + 1 + 2 * i) != part.id || mean == null || wave == null) {
        return false;
      }
      part.means = mean;
      part.waves = wave;
    }
    units(new Bitstream(file, end));
    return true;
  }

  /// Units of one block of each difference and those of brightness that belong to it.
  private void units(Bitstream bits) {
    Part first = parts.getFirst();
    int wide = Math.ceilDiv(width, 8 * first.across);
    int high = Math.ceilDiv(height, 8 * first.down);
    for (Part part : parts) {
      part.rows = new int[high * part.down * 8][wide * part.across * 8];
    }
    for (int unit = 0; unit < wide * high; unit++) {
      if (restart > 0 && unit > 0 && unit % restart == 0) {
        bits.restart();
        parts.forEach(part -> part.mean = 0);
      }
      for (Part part : parts) {
        unit(part, unit % wide, unit / wide, bits);
      }
    }
  }

  private void unit(Part part, int x, int y, Bitstream bits) {
    for (int down = 0; down < part.down; down++) {
      for (int across = 0; across < part.across; across++) {
        block(part, bits, (y * part.down + down) * 8, (x * part.across + across) * 8);
      }
    }
  }

  private void block(Part part, Bitstream bits, int row, int at) {
    int[] step = steps[part.table];
    bits.fill();
    int size = code(part.means, bits) & 255;
    if (size > 0) {
      bits.fill();
      part.mean += Huffman.signed(bits.peek(size), size);
      bits.skip(size);
    }
    int mean = part.mean * step[0];
    if (waves(part.waves, step, bits)) {
      block[0] = mean;
      idct.block(block, part.rows, row, at);
      java.util.Arrays.fill(block, 0);
    } else {
      Idct.flat(mean, part.rows, row, at);
    }
  }

  /// The length above the value of the next code, which is passed.
  private static int code(Huffman table, Bitstream bits) {
    int found = table.looks[bits.peek(Huffman.LOOK)];
    if (found == 0) {
      found = table.longer(bits.peek(16));
    }
    bits.skip(found >> 8);
    return found;
  }

  /// Whether there are any.
  private boolean waves(Huffman table, int[] step, Bitstream bits) {
    boolean some = false;
    int k = 1;
    while (k < 64) {
      bits.fill();
      int number = table.numbers[bits.peek(Huffman.LOOK)];
      if (number != 0) {
        k += (number >> 8) & 255;
        bits.skip(number & 255);
        put(k++, number >> 16, step);
        some = true;
        continue;
      }
      int value = code(table, bits) & 255;
      int size = value & 15;
      if (size == 0) {
        if (value != 0xF0) {
          return some;
        }
        k += 16;
        continue;
      }
      k += value >> 4;
      put(k++, Huffman.signed(bits.peek(size), size), step);
      bits.skip(size);
      some = true;
    }
    return some;
  }

  private void put(int k, int value, int[] step) {
    if (k > 63) {
      throw new IllegalArgumentException("the image has a block with too many numbers");
    }
    int place = ZIGZAG[k];
    block[place] = value * step[place];
  }

  private Picture picture() {
    Part first = parts.getFirst();
    List<Plane> planes = new ArrayList<>();
    for (Part part : parts) {
      var cover = new Plane.Cover(first.across / part.across, first.down / part.down);
      int rows = Math.ceilDiv(height, cover.down());
      int columns = Math.ceilDiv(width, cover.across());
      planes.add(new Plane(part.rows, rows, columns, cover));
    }
    return new Picture(height, width, planes);
  }
}
