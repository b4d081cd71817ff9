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
      int y = ((ycc[i] & 255) << BITS) + HALF;
      int blue = (ycc[i + 1] & 255) - 128;
      int red = (ycc[i + 2] & 255) - 128;
      rgb[i] = clipped(y + RED * red);
      rgb[i + 1] = clipped(y - GREEN_BLUE * blue - GREEN_RED * red);
      rgb[i + 2] = clipped(y + BLUE * blue);
    }
    return rgb;
  }

  private static byte clipped(int value) {
    return (byte) Math.clamp(value >> BITS, 0, 255);
  }
}
