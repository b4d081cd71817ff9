package dev.manta.tune.internal.schedule;

import dev.manta.tune.internal.schedule.DriftKernel.Spot;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/// How fast losses fell at the newest spots; what is older says little of today.
final class RecentGains {
  private static final int KNOWN_MAX = 64;

  /// Spots of one exchange are not farther apart.
  private static final double TOGETHER = 0.5;

  private final Deque<Gain> gains = new ArrayDeque<>();

  /// @param rate how much the loss fell in a step
  private record Gain(Spot spot, double rate) {}

  void add(Spot spot, double rate) {
    gains.add(new Gain(spot, rate));
    if (gains.size() > KNOWN_MAX) {
      gains.remove();
    }
  }

  int size() {
    return gains.size();
  }

  List<Spot> spots() {
    return gains.stream().map(Gain::spot).toList();
  }

  /// The rates next to those of the same time, with mean 0 and deviation 1: losses fall fast at
  /// first and slowly later, and what matters is who fell faster than others.
  double[] rates() {
    double[] rates = gains.stream().mapToDouble(this::relative).toArray();
    double mean = Arrays.stream(rates).average().orElse(0);
    double[] squares = Arrays.stream(rates).map(each -> (each - mean) * (each - mean)).toArray();
    double variance = Arrays.stream(squares).average().orElse(0);
    double deviation = variance > 0 ? Math.sqrt(variance) : 1;
    return Arrays.stream(rates).map(each -> (each - mean) / deviation).toArray();
  }

  private double relative(Gain gain) {
    double mean =
        gains.stream()
            .filter(each -> Math.abs(each.spot.time() - gain.spot.time()) <= TOGETHER)
            .mapToDouble(each -> Math.abs(each.rate))
            .average()
            .orElse(0);
    return mean > 0 ? gain.rate / mean : 0;
  }
}
