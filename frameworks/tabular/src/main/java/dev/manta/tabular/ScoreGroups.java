package dev.manta.tabular;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Rows by their score, the highest first, those with equal scores together.
///
/// @param scores each once, falling
/// @param positive the weight of positive rows with that score
/// @param negative that of the others
record ScoreGroups(double[] scores, double[] positive, double[] negative) {
  /// The groups of rows, each of which weighs something. Rows without a score are one group, which
  /// weighs NaN: nothing can be said of an order in which they have no place.
  static ScoreGroups of(double[] scores, double[] positive, double[] negative) {
    double[] each = falling(scores);
    double[] positives = new double[each.length];
    double[] negatives = new double[each.length];
    for (int row = 0; row < scores.length; row++) {
      int group = place(each, scores[row]);
      double known = Double.isNaN(scores[row]) ? Double.NaN : 1;
      positives[group] += positive[row] * known;
      negatives[group] += negative[row] * known;
    }
    return new ScoreGroups(each, positives, negatives);
  }

  private static double[] falling(double[] scores) {
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    int count = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || differ(sorted[i], sorted[i - 1])) {
        sorted[count++] = sorted[i];
      }
    }
    int last = count - 1;
    return IntStream.rangeClosed(0, last).mapToDouble(i -> sorted[last - i]).toArray();
  }

  private static boolean differ(double score, double other) {
    return score != other && Double.compare(score, other) != 0;
  }

  /// How many groups have a higher score, which is the place of that score.
  static int place(double[] falling, double score) {
    int low = 0;
    int high = falling.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (falling[middle] > score) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  int size() {
    return scores.length;
  }

  double positives() {
    return Arrays.stream(positive).sum();
  }

  double negatives() {
    return Arrays.stream(negative).sum();
  }
}
