package dev.manta.formats.image;

/// Turns JPEG's brightness and differences of colour into red, green and blue.
final class Ycc {
  private static final int BITS = 16;
  private static final int HALF = 1 << (BITS - 1);
  private static final int RED = fixed(1.402);
  private static final int GREEN_BLUE = fixed(0.344136);
  private static final int GREEN_RED = fixed(0.714136);
  private static final int BLUE = fixed(1.772);

  /// Numbers are rounded by cutting, half a step above.
  private static final float MIDDLE = 128.5f;

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

  /// The same from the rows of three planes, whose middle is 0.
  static byte[] toRgb(float[][] y, float[][] blue, float[][] red) {
    int width = y[0].length;
    byte[] rgb = new byte[y.length * width * Pixels.CHANNELS];
    int[][] row = new int[Pixels.CHANNELS][width];
    for (int i = 0; i < y.length; i++) {
      colours(y[i], blue[i], red[i], row);
      interleave(row[0], row[1], row[2], rgb, i * width * Pixels.CHANNELS);
    }
    return rgb;
  }

  private static void colours(float[] y, float[] blue, float[] red, int[][] to) {
    int[] r = to[0];
    int[] g = to[1];
    int[] b = to[2];
    for (int x = 0; x < y.length; x++) {
      float base = y[x] + MIDDLE;
      r[x] = Math.max(0, Math.min(255, (int) (base + 1.402f * red[x])));
      g[x] = Math.max(0, Math.min(255, (int) (base - 0.344136f * blue[x] - 0.714136f * red[x])));
      b[x] = Math.max(0, Math.min(255, (int) (base + 1.772f * blue[x])));
    }
  }

  private static void interleave(int[] r, int[] g, int[] b, byte[] to, int from) {
    for (int x = 0; x < r.length; x++) {
      int at = from + x * Pixels.CHANNELS;
      to[at] = (byte) r[x];
      to[at + 1] = (byte) g[x];
      to[at + 2] = (byte) b[x];
    }
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
