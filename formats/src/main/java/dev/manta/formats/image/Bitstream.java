package dev.manta.formats.image;

/// The bits of a JPEG's scan. Behind its end there are zeros.
final class Bitstream {
  private final byte[] file;
  private int at;
  private long bits;
  private int count;

  Bitstream(byte[] file, int at) {
    this.file = file;
    this.at = at;
  }

  /// Sees to it that at least 32 bits are there.
  void fill() {
    if (count < 32) {
      refill();
    }
  }

  private void refill() {
    while (count <= 56) {
      int next = at < file.length ? file[at] & 255 : 0xFF;
      if (next == 0xFF && (at + 1 >= file.length || file[at + 1] != 0)) {
        next = 0; // a marker ends the bits
      } else {
        at += next == 0xFF ? 2 : 1;
      }
      bits |= (long) next << (56 - count);
      count += 8;
    }
  }

  /// The next bits, which stay.
  int peek(int size) {
    return (int) (bits >>> (64 - size));
  }

  void skip(int size) {
    bits <<= size;
    count -= size;
  }

  /// Goes behind the marker that comes next.
  void restart() {
    bits = 0;
    count = 0;
    while (at + 1 < file.length && ((file[at] & 255) != 0xFF || file[at + 1] == 0)) {
      at++;
    }
    at += 2;
  }
}
