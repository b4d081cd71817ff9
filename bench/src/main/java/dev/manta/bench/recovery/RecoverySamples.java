package dev.manta.bench.recovery;

import dev.manta.bench.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Each kill of each round as a run of its own.
public final class RecoverySamples {
  private RecoverySamples() {}

  /// The same samples with the figures `NAME` for each kill, `NAME-worst` for the worst of all, and
  /// `lost` for all of them together.
  public static Samples of(Samples rounds, List<String> names) {
    List<Map<String, Double>> runs = new ArrayList<>();
    double lost = 0;
    for (String name : names) {
      double worst = 0;
      for (Map<String, Double> round : rounds.mantaRuns()) {
        for (double millis : kills(round, name)) {
          runs.add(Map.of(name, millis));
          worst = Math.max(worst, millis);
        }
        lost += round.getOrDefault(name + "-lost", 0.0);
      }
      runs.add(Map.of(name + "-worst", worst));
    }
    runs.add(Map.of("lost", lost));
    return new Samples(rounds.peerName(), runs, rounds.peerRuns(), rounds.noise());
  }

  private static double[] kills(Map<String, Double> round, String name) {
    return round.entrySet().stream()
        .filter(each -> each.getKey().startsWith(name + "-kill-"))
        .mapToDouble(Map.Entry::getValue)
        .toArray();
  }
}
