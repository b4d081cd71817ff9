package dev.manta.it.cluster;

import dev.manta.testkit.sim.Violation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.LongStream;

/// `./dev sim --cluster`: many histories of clusters, and the hunt for planted bugs.
public final class ClusterSim {
  private static final long HISTORIES = 10_000;
  private static final long HUNT_MAX = 5_000;

  private ClusterSim() {}

  public static void main(String[] arguments) {
    long histories = number(arguments, "--histories", HISTORIES);
    long seed = number(arguments, "--seed", 1);
    boolean well = List.of(arguments).contains("--mutants") ? hunt(seed) : live(seed, histories);
    System.exit(well ? 0 : 1);
  }

  private static long number(String[] arguments, String option, long otherwise) {
    int at = List.of(arguments).indexOf(option);
    return at < 0 ? otherwise : Long.parseLong(arguments[at + 1]);
  }

  private static boolean live(long seed, long histories) {
    long start = System.nanoTime();
    Map<Long, String> violations = new ConcurrentSkipListMap<>();
    LongStream.range(seed, seed + histories)
        .parallel()
        .forEach(one -> live(one, ClusterMutant.NONE, violations));
    violations.forEach((one, what) -> System.out.println("seed " + one + ": " + what));
    System.out.printf(
        Locale.ROOT,
        "%s histories of clusters, %s violations, %.1f s%n",
        histories,
        violations.size(),
        (System.nanoTime() - start) / 1e9);
    return violations.isEmpty();
  }

  private static void live(long seed, ClusterMutant mutant, Map<Long, String> violations) {
    try {
      ClusterHistory.run(seed, mutant);
    } catch (Violation e) {
      violations.put(seed, String.valueOf(e.getMessage()));
    }
  }

  private static boolean hunt(long seed) {
    int missed = 0;
    for (ClusterMutant mutant : ClusterMutant.values()) {
      if (mutant != ClusterMutant.NONE) {
        String found = find(mutant, seed);
        missed += found.isEmpty() ? 1 : 0;
        System.out.printf("%-20s %s%n", mutant, found.isEmpty() ? "NOT FOUND" : found);
      }
    }
    return missed == 0;
  }

  /// The first seed that shows a planted bug, and what it shows; empty where none does.
  static String find(ClusterMutant mutant, long seed) {
    for (long one = seed; one < seed + HUNT_MAX; one++) {
      try {
        ClusterHistory.run(one, mutant);
      } catch (Violation e) {
        return "seed " + one + ": " + e.getMessage();
      }
    }
    return "";
  }
}
