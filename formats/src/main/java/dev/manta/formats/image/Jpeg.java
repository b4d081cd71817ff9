package dev.manta.formats.image;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Decodes and resizes JPEG images of the common kind: one scan, 8 bits, brightness and two
/// differences of colour that may be stored at half the size.
///
/// Resizing is done in these: it is linear, as is the step to red, green and blue, which only the
/// pixels that are left need then.
final class Jpeg {
  private static final int TABLES = 4;
  private static final int PIXELS_MAX = 1 << 28;
  private static final long PIXELS_PER_BYTE_MAX = 1000;

  /// Of colours that are halved from left to right libjpeg repeats up to so many columns, and their
  /// rows; it smooths wider ones.
  private static final int NARROW = 2;

  /// How many rows of units are resized together.
  private static final int STRIP = 8;

  private final byte[] file;
  private final float[][] steps = new float[TABLES][64];
  private final @Nullable Huffman[] means = new Huffman[TABLES];
  private final @Nullable Huffman[] waves = new Huffman[TABLES];
  private final List<JpegPart> parts = new ArrayList<>();
  private int height;
  private int width;
  private int restart;

  private Jpeg(byte[] file) {
    this.file = file;
  }

  /// Red, green and blue of an image of another size, or empty where it is of another kind.
  static Optional<byte[]> resized(byte[] file, int height, int width) {
    var image = new Jpeg(file);
    int scan = image.head();
    return scan < 0 ? Optional.empty() : Optional.of(image.resized(scan, height, width));
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

  /// Reads segments up to the scan; where its codes begin, or -1 for images of another kind.
  private int head() {
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
            return -1;
          }
        }
        case 0xDA -> {
          return scan(from) ? end : -1;
        }
        default -> {
          if (marker < 0xE0 || marker > 0xFE) {
            return -1;
          }
        }
      }
      next = end;
    }
  }

  private void steps(int from, int end) {
    int next = from;
    while (next < end) {
      float[] table = steps[at(next) & 3];
      int wide = at(next++) >> 4;
      for (int k = 0; k < table.length; k++) {
        table[k] = wide == 0 ? at(next) : word(next);
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
      parts.add(new JpegPart(at(each), at(each + 1), at(each + 2)));
    }
    JpegPart first = parts.getFirst();
    return first.across <= 2
        && first.down <= 2
        && first.across * first.down > 0
        && parts.stream().skip(1).allMatch(part -> part.across == 1 && part.down == 1);
  }

  /// Damage must not ask for all memory there is.
  private boolean isOdd(long pixels) {
    return pixels == 0 || pixels > PIXELS_MAX || pixels > PIXELS_PER_BYTE_MAX * file.length;
  }

  /// Whether all that the scan needs is there.
  private boolean scan(int from) {
    if (parts.isEmpty() || at(from) != parts.size()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      JpegPart part = parts.get(i);
      int chosen = at(from + 2 + 2 * i);
      Huffman mean = means[(chosen >> 4) & 3];
      Huffman wave = waves[chosen & 3];
      if (at(from + 1 + 2 * i) != part.id || mean == null || wave == null) {
        return false;
      }
      part.means = mean;
      part.waves = wave;
      part.steps = steps[part.table];
    }
    return true;
  }

  private byte[] resized(int scan, int toHeight, int toWidth) {
    List<Strip> strips = new ArrayList<>();
    for (JpegPart part : parts) {
      Strip strip = strip(part, toHeight, toWidth);
      part.columns = strip.columns();
      strips.add(strip);
    }
    units(new Scan(file, scan), strips);
    return Ycc.toRgb(strips.get(0).resized(), strips.get(1).resized(), strips.get(2).resized());
  }

  private Strip strip(JpegPart part, int toHeight, int toWidth) {
    int down = parts.getFirst().down / part.down;
    int across = parts.getFirst().across / part.across;
    int rows = Math.ceilDiv(height, down);
    int columns = Math.ceilDiv(width, across);
    boolean smooth = across == 1 || columns > NARROW;
    return new Strip(
        Waves.of(new Waves.Lengths(width, toWidth, columns, across, smooth)),
        Waves.of(new Waves.Lengths(height, toHeight, rows, down, smooth)),
        wide() * part.across,
        STRIP * part.down);
  }

  /// How many units lie beside each other.
  private int wide() {
    return Math.ceilDiv(width, 8 * parts.getFirst().across);
  }

  /// Units of one block of each difference and those of brightness that belong to it.
  private void units(Scan scan, List<Strip> strips) {
    int wide = wide();
    int all = wide * Math.ceilDiv(height, 8 * parts.getFirst().down);
    for (int unit = 0; unit < all; unit++) {
      if (restart > 0 && unit > 0 && unit % restart == 0) {
        scan.restart();
        parts.forEach(part -> part.mean = 0);
      }
      for (JpegPart part : parts) {
        unit(part, unit % wide, unit / wide % STRIP, scan);
      }
      if (unit + 1 == all || (unit + 1) % (wide * STRIP) == 0) {
        strips.forEach(Strip::add);
      }
    }
    scan.requireEnd();
  }

  private static void unit(JpegPart part, int x, int y, Scan scan) {
    for (int down = 0; down < part.down; down++) {
      for (int across = 0; across < part.across; across++) {
        scan.block(part, (x * part.across + across) * 8, (y * part.down + down) * 8);
      }
    }
  }
}
