package dev.manta.formats.image;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What a resized line takes of a stored one, which lies in blocks of eight frequencies.
///
/// Turning frequencies into pixels is a sum with fixed weights, and so is resizing: these weights
/// do both at once.
///
/// @param first the block that each target begins to take from
/// @param weights of each target, eight for every block from there on
record Waves(int[] first, float[][] weights) {
  static final int SIZE = 8;

  /// Images of a folder are often of few sizes.
  private static final Map<Lengths, Waves> KNOWN = new ConcurrentHashMap<>();

  private static final int KNOWN_MAX = 1000;
  private static final double[][] COSINES = cosines();

  /// @param from the image's pixels
  /// @param stored the values that are there for them
  /// @param cover how many pixels a value covers: 1 or 2
  /// @param smooth whether these take of the neighbouring value too
  record Lengths(int from, int to, int stored, int cover, boolean smooth) {}

  static Waves of(Lengths lengths) {
    Waves known = KNOWN.get(lengths);
    if (known != null) {
      return known;
    }
    if (KNOWN.size() > KNOWN_MAX) {
      KNOWN.clear();
    }
    return KNOWN.computeIfAbsent(lengths, Waves::made);
  }

  private static double[][] cosines() {
    double[][] cosines = new double[SIZE][SIZE];
    for (int wave = 0; wave < SIZE; wave++) {
      for (int i = 0; i < SIZE; i++) {
        double height = wave == 0 ? Math.sqrt(0.125) : 0.5;
        cosines[wave][i] = height * Math.cos((2 * i + 1) * wave * Math.PI / 16);
      }
    }
    return cosines;
  }

  private static Waves made(Lengths lengths) {
    int[] first = new int[lengths.to];
    float[][] weights = new float[lengths.to][];
    for (int target = 0; target < lengths.to; target++) {
      double[] pixels = pixels(target, lengths);
      int low = 0;
      while (isNothing(pixels, low)) {
        low++;
      }
      int high = low;
      while (high < pixels.length / SIZE && !isNothing(pixels, high)) {
        high++;
      }
      first[target] = low;
      weights[target] = waves(pixels, low, high);
    }
    return new Waves(first, weights);
  }

  private static boolean isNothing(double[] pixels, int block) {
    for (int i = 0; i < SIZE; i++) {
      if (pixels[block * SIZE + i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static float[] waves(double[] pixels, int low, int high) {
    float[] waves = new float[(high - low) * SIZE];
    for (int i = 0; i < waves.length; i++) {
      int block = (low + i / SIZE) * SIZE;
      double sum = 0;
      for (int k = 0; k < SIZE; k++) {
        sum += pixels[block + k] * COSINES[i % SIZE][k];
      }
      waves[i] = (float) sum;
    }
    return waves;
  }

  /// Pillow's triangle filter, behind the one that JPEG decoders enlarge halved colours with: three
  /// quarters of the value itself, one of its nearer neighbour.
  private static double[] pixels(int target, Lengths lengths) {
    double[] into = new double[Math.ceilDiv(lengths.stored, SIZE) * SIZE];
    double scale = (double) lengths.from / lengths.to;
    double support = Math.max(scale, 1);
    double centre = (target + 0.5) * scale;
    int low = Math.max(0, (int) (centre - support + 0.5));
    int high = Math.min(lengths.from, (int) (centre + support + 0.5));
    double sum = 0;
    for (int k = low; k < high; k++) {
      sum += weight(k, centre, support);
    }
    for (int k = low; k < high; k++) {
      spread(k, weight(k, centre, support) / sum, lengths, into);
    }
    return into;
  }

  private static double weight(int k, double centre, double support) {
    return Math.max(0, 1 - Math.abs((k - centre + 0.5) / support));
  }

  private static void spread(int pixel, double weight, Lengths lengths, double[] into) {
    if (!lengths.smooth || lengths.cover == 1) {
      into[pixel / lengths.cover] += weight;
      return;
    }
    int nearer = Math.clamp(pixel / 2L + (pixel % 2 == 0 ? -1 : 1), 0, lengths.stored - 1);
    into[pixel / 2] += 0.75 * weight;
    into[nearer] += 0.25 * weight;
  }

  /// The block behind the last that a target takes from.
  int end(int target) {
    return first[target] + weights[target].length / SIZE;
  }
}
