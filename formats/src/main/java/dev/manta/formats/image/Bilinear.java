package dev.manta.formats.image;

/// Resizes as Pillow does: a triangle filter that grows with the image's shrinking, in whole
/// numbers, first along rows and then along columns.
final class Bilinear {
  private static final int BITS = 22;
  private static final int HALF = 1 << (BITS - 1);

  private Bilinear() {}

  /// For each target pixel the first source pixel, and the weights from there on.
  private record Filter(int[] first, int[][] weights) {
    static Filter of(int from, int to) {
      double scale = (double) from / to;
      double support = Math.max(scale, 1);
      int[] first = new int[to];
      int[][] weights = new int[to][];
      for (int i = 0; i < to; i++) {
        double centre = (i + 0.5) * scale;
        int low = Math.max(0, (int) (centre - support + 0.5));
        int high = Math.min(from, (int) (centre + support + 0.5));
        first[i] = low;
        weights[i] = weights(low, high, centre, support);
      }
      return new Filter(first, weights);
    }

    private static int[] weights(int low, int high, double centre, double support) {
      double[] real = new double[high - low];
      double sum = 0;
      for (int k = 0; k < real.length; k++) {
        real[k] = Math.max(0, 1 - Math.abs((k + low - centre + 0.5) / support));
        sum += real[k];
      }
      int[] whole = new int[real.length];
      for (int k = 0; k < whole.length; k++) {
        whole[k] = (int) (real[k] / sum * (1 << BITS) + 0.5);
      }
      return whole;
    }
  }

  static Pixels widths(Pixels from, int width) {
    Filter filter = Filter.of(from.width(), width);
    byte[] to = new byte[from.height() * width * Pixels.CHANNELS];
    for (int y = 0; y < from.height(); y++) {
      int row = y * from.width() * Pixels.CHANNELS;
      for (int x = 0; x < width; x++) {
        int start = row + filter.first[x] * Pixels.CHANNELS;
        int target = (y * width + x) * Pixels.CHANNELS;
        pixel(from.bytes(), start, Pixels.CHANNELS, filter.weights[x], to, target);
      }
    }
    return new Pixels(from.height(), width, to, from.colours());
  }

  static Pixels heights(Pixels from, int height) {
    Filter filter = Filter.of(from.height(), height);
    int stride = from.width() * Pixels.CHANNELS;
    byte[] to = new byte[height * stride];
    for (int y = 0; y < height; y++) {
      int start = filter.first[y] * stride;
      for (int x = 0; x < from.width(); x++) {
        int at = x * Pixels.CHANNELS;
        pixel(from.bytes(), start + at, stride, filter.weights[y], to, y * stride + at);
      }
    }
    return new Pixels(height, from.width(), to, from.colours());
  }

  private static void pixel(
      byte[] from, int start, int stride, int[] weights, byte[] to, int target) {
    int red = HALF;
    int green = HALF;
    int blue = HALF;
    int at = start;
    for (int weight : weights) {
      red += (from[at] & 255) * weight;
      green += (from[at + 1] & 255) * weight;
      blue += (from[at + 2] & 255) * weight;
      at += stride;
    }
    to[target] = clipped(red);
    to[target + 1] = clipped(green);
    to[target + 2] = clipped(blue);
  }

  private static byte clipped(int value) {
    return (byte) Math.clamp(value >> BITS, 0, 255);
  }
}
