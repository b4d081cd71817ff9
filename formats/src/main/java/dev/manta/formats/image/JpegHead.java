package dev.manta.formats.image;

/// What the head of a JPEG file says of its colours.
final class JpegHead {
  private static final int START = 0xD8;
  private static final int JFIF = 0xE0;
  private static final int ADOBE = 0xEE;
  private static final int SCAN = 0xDA;
  private static final int COLOURS = 3;

  private final byte[] file;
  private boolean jfif;
  private boolean transformed;
  private int components;

  private JpegHead(byte[] file) {
    this.file = file;
  }

  /// Whether a file is a JPEG image whose pixels are brightness and two differences of colour.
  static boolean isYcc(byte[] file) {
    if (file.length < 4 || at(file, 0) != 0xFF || at(file, 1) != START) {
      return false;
    }
    var head = new JpegHead(file);
    head.read();
    return head.components == COLOURS && (head.jfif || head.transformed);
  }

  private static int at(byte[] file, int index) {
    return index < file.length ? file[index] & 255 : 0;
  }

  /// Segments up to the first scan: a marker, then a length that counts itself.
  private void read() {
    int next = 2;
    while (next + 4 <= file.length && at(file, next) == 0xFF && at(file, next + 1) != SCAN) {
      segment(at(file, next + 1), next + 4);
      next += 2 + (at(file, next + 2) << 8 | at(file, next + 3));
    }
  }

  private void segment(int marker, int from) {
    if (marker == JFIF) {
      jfif = true;
    } else if (marker == ADOBE) {
      transformed = at(file, from + 11) == 1;
      jfif &= transformed;
    } else if (isFrame(marker)) {
      components = at(file, from + 5);
    }
  }

  private static boolean isFrame(int marker) {
    return marker >= 0xC0 && marker <= 0xC2;
  }
}
