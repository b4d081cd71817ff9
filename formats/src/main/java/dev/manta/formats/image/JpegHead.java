package dev.manta.formats.image;

import java.util.Optional;

/// What the head of a JPEG file says of its colours.
final class JpegHead {
  private static final int START = 0xD8;
  private static final int END = 0xD9;
  private static final int JFIF = 0xE0;
  private static final int ADOBE = 0xEE;
  private static final int SCAN = 0xDA;

  /// What is stored of a pixel.
  enum Stored {
    GRAY,
    /// Brightness and two differences of colour.
    YCC,
    RGB,
    /// Inks and black, the other way round: 255 is none of it.
    CMYK,
    /// Brightness and two differences, then black.
    YCCK
  }

  private final byte[] file;
  private boolean jfif;
  private int transform = -1;
  private int components;
  private int ids;

  private JpegHead(byte[] file) {
    this.file = file;
  }

  /// How a file that begins like a JPEG image stores its pixels; libjpeg sees it the same way.
  static Optional<Stored> of(byte[] file) {
    if (file.length < 4 || at(file, 0) != 0xFF || at(file, 1) != START) {
      return Optional.empty();
    }
    var head = new JpegHead(file);
    head.read();
    return head.stored();
  }

  /// Whether a file is a JPEG image whose pixels are brightness and two differences of colour.
  static boolean isYcc(byte[] file) {
    return of(file).equals(Optional.of(Stored.YCC));
  }

  /// Whether a JPEG image has its end: what is missing would be gray.
  static boolean isWhole(byte[] file) {
    int next = 2;
    while (next + 1 < file.length) {
      int marker = at(file, next + 1);
      if (at(file, next) != 0xFF || marker == 0xFF) {
        next++;
      } else if (marker == END) {
        return true;
      } else {
        next += 2 + (isAlone(marker) ? 0 : word(next + 2, file));
      }
    }
    return false;
  }

  /// Whether no length follows a marker: that of a restart, or a byte of the scan that looks so.
  private static boolean isAlone(int marker) {
    return marker <= 1 || (marker >= 0xD0 && marker <= START);
  }

  private static int at(byte[] file, int index) {
    return index < file.length ? file[index] & 255 : 0;
  }

  private static int word(int index, byte[] file) {
    return at(file, index) << 8 | at(file, index + 1);
  }

  private Optional<Stored> stored() {
    return switch (components) {
      case 1 -> Optional.of(Stored.GRAY);
      case 3 -> Optional.of(isRgb() ? Stored.RGB : Stored.YCC);
      case 4 -> Optional.of(transform == 2 ? Stored.YCCK : Stored.CMYK);
      default -> Optional.empty();
    };
  }

  private boolean isRgb() {
    return !jfif && (transform == 0 || (transform < 0 && ids == ('R' << 16 | 'G' << 8 | 'B')));
  }

  /// Segments up to the first scan: a marker, then a length that counts itself.
  private void read() {
    int next = 2;
    while (next + 4 <= file.length && at(file, next) == 0xFF && at(file, next + 1) != SCAN) {
      segment(at(file, next + 1), next + 4);
      next += at(file, next + 1) == 0xFF ? 1 : 2 + word(next + 2, file);
    }
  }

  private void segment(int marker, int from) {
    if (marker == JFIF) {
      jfif |= at(file, from) == 'J';
    } else if (marker == ADOBE && at(file, from) == 'A') {
      transform = at(file, from + 11);
    } else if (marker >= 0xC0 && marker <= 0xC2) {
      components = at(file, from + 5);
      ids = at(file, from + 6) << 16 | at(file, from + 9) << 8 | at(file, from + 12);
    }
  }
}
