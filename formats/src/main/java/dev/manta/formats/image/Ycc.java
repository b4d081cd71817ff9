package dev.manta.formats.image;

/// Turns JPEG's brightness and differences of colour into red, green and blue.
final class Ycc {
  private static final int BITS = 16;
  private static final int HALF = 1 << (BITS - 1);
  private static final int RED = fixed(1.402);
  private static final int GREEN_BLUE = fixed(0.344136);
  private static final int GREEN_RED = fixed(0.714136);
  private static final int BLUE = fixed(1.772);

  private Ycc() {}

  private static int fixed(double factor) {
    return (int) (factor * (1 << BITS) + 0.5);
  }

  static byte[] toRgb(byte[] ycc) {
    byte[] rgb = new byte[ycc.length];
    for (int i = 0; i < ycc.length; i += Pixels.CHANNELS) {
      pixel(ycc[i] & 255, ycc[i + 1] & 255, ycc[i + 2] & 255, rgb, i);
    }
    return rgb;
  }

  /// The same from the columns of three planes.
  static byte[] toRgb(int[][] y, int[][] blue, int[][] red) {
    int width = y.length;
    byte[] rgb = new byte[width * y[0].length * Pixels.CHANNELS];
    for (int x = 0; x < width; x++) {
      for (int i = 0; i < y[x].length; i++) {
        pixel(y[x][i], blue[x][i], red[x][i], rgb, (i * width + x) * Pixels.CHANNELS);
      }
    }
    return rgb;
  }

  private static void pixel(int y, int blue, int red, byte[] to, int at) {
    int base = (y << BITS) + HALF;
    to[at] = clipped(base + RED * (red - 128));
    to[at + 1] = clipped(base - GREEN_BLUE * (blue - 128) - GREEN_RED * (red - 128));
    to[at + 2] = clipped(base + BLUE * (blue - 128));
  }

  private static byte clipped(int value) {
    return (byte) Math.max(0, Math.min(255, value >> BITS));
  }
}
