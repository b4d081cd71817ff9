package dev.manta.bench.search;

import dev.manta.tune.internal.numbers.Gaussian;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The Mann-Whitney U test of whether two samples are of one distribution.
final class MannWhitney {
  private MannWhitney() {}

  private record Value(double value, boolean first) {}

  /// The two-sided p-value, by the normal approximation with corrections for ties and continuity.
  static double pValue(double[] first, double[] second) {
    List<Value> all = new ArrayList<>();
    for (double each : first) {
      all.add(new Value(each, true));
    }
    for (double each : second) {
      all.add(new Value(each, false));
    }
    all.sort(Comparator.comparingDouble(Value::value));
    double ranks = 0;
    double ties = 0;
    for (int from = 0; from < all.size(); ) {
      int to = from;
      while (to < all.size() && all.get(to).value() == all.get(from).value()) {
        to++;
      }
      double count = to - from;
      ties += count * count * count - count;
      double rank = (from + 1 + to) / 2.0;
      ranks += rank * all.subList(from, to).stream().filter(Value::first).count();
      from = to;
    }
    return twoSided(ranks, ties, first.length, second.length);
  }

  private static double twoSided(double ranks, double ties, double n, double m) {
    double all = n + m;
    double u = ranks - n * (n + 1) / 2;
    double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    double distance = Math.max(0, Math.abs(u - n * m / 2) - 0.5);
    return variance <= 0 ? 1 : 2 * Gaussian.below(-distance / Math.sqrt(variance));
  }
}
