package dev.manta.formats.image;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What a resized line takes of a stored one: for each target a first source, and weights from
/// there on, all equally many.
///
/// @param weights in parts of 4096
record Taps(int[] first, int[] weights, int count) {
  static final int BITS = 12;

  /// Images of a folder are often of few sizes.
  private static final Map<Size, Taps> KNOWN = new ConcurrentHashMap<>();

  private static final int KNOWN_MAX = 1000;

  /// Pillow's triangle filter, behind the one that JPEG decoders enlarge halved colours with: three
  /// quarters of the value itself, one of its nearer neighbour.
  ///
  /// @param from the image's pixels
  /// @param stored the values that are there for them
  /// @param cover how many pixels a value covers: 1 or 2
  static Taps of(int from, int to, int stored, int cover) {
    var size = new Size(from, to, stored, cover);
    Taps known = KNOWN.get(size);
    if (known != null) {
      return known;
    }
    if (KNOWN.size() > KNOWN_MAX) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(size, Taps::of);
  }

  private record Size(int from, int to, int stored, int cover) {}

  private static Taps of(Size size) {
    int to = size.to;
    int stored = size.stored;
    double[][] rows = new double[to][];
    int[] lows = new int[to];
    int most = 1;
    for (int i = 0; i < to; i++) {
      double[] dense = new double[stored];
      spread(i, size, dense);
      int low = 0;
      while (low < stored - 1 && dense[low] == 0) {
        low++;
      }
      int high = stored;
      while (high > low + 1 && dense[high - 1] == 0) {
        high--;
      }
      lows[i] = low;
      rows[i] = java.util.Arrays.copyOfRange(dense, low, high);
      most = Math.max(most, high - low);
    }
    return packed(lows, rows, most, stored);
  }

  private static void spread(int target, Size size, double[] into) {
    int from = size.from;
    double scale = (double) from / size.to;
    double support = Math.max(scale, 1);
    double centre = (target + 0.5) * scale;
    int low = Math.max(0, (int) (centre - support + 0.5));
    int high = Math.min(from, (int) (centre + support + 0.5));
    double sum = 0;
    for (int k = low; k < high; k++) {
      sum += weight(k, centre, support);
    }
    for (int k = low; k < high; k++) {
      double weight = weight(k, centre, support) / sum;
      if (size.cover == 1) {
        into[k] += weight;
      } else {
        int nearer = Math.clamp(k / 2L + (k % 2 == 0 ? -1 : 1), 0, into.length - 1);
        into[k / 2] += 0.75 * weight;
        into[nearer] += 0.25 * weight;
      }
    }
  }

  private static double weight(int k, double centre, double support) {
    return Math.max(0, 1 - Math.abs((k - centre + 0.5) / support));
  }

  private static Taps packed(int[] lows, double[][] rows, int most, int stored) {
    int count = Math.min(most, stored);
    int[] weights = new int[rows.length * count];
    int[] first = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      first[i] = Math.min(lows[i], stored - count);
      int shift = lows[i] - first[i];
      for (int k = 0; k < rows[i].length; k++) {
        weights[i * count + shift + k] = (int) Math.round(rows[i][k] * (1 << BITS));
      }
    }
    return new Taps(first, weights, count);
  }
}
