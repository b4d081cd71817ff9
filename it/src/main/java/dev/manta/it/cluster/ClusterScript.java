package dev.manta.it.cluster;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// What a history has and what goes wrong in it, by its seed.
final class ClusterScript {
  private static final List<Integer> GPUS = List.of(0, 0, 1, 2, 4);
  private static final List<Double> SHARES = List.of(0.0, 0.0, 0.25, 0.5, 1.0, 1.0, 2.0);

  private static final List<Placement> PLACEMENTS = List.of(Placement.values());

  private final Random random;
  final int nodes;
  final int drivers;
  final double nodeDies;
  final double headDies;
  final double headSplits;
  final double linkBreaks;
  final double driverDies;
  final double drains;
  final double losesSight;

  ClusterScript(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    nodes = 1 + random.nextInt(6);
    drivers = 1 + random.nextInt(8);
    nodeDies = some(0.3);
    headDies = some(0.3);
    headSplits = some(0.2);
    linkBreaks = some(0.4);
    driverDies = some(0.3);
    drains = some(0.2);
    losesSight = some(0.4);
  }

  /// Half of all histories are without a fault.
  private double some(double chance) {
    return random.nextBoolean() ? chance : 0;
  }

  boolean chance(double chance) {
    return random.nextDouble() < chance;
  }

  Duration millis(int from, int to) {
    return Duration.ofMillis(from + random.nextInt(to - from + 1));
  }

  int upTo(int count) {
    return random.nextInt(count);
  }

  Node node(int number) {
    int gpus = GPUS.get(random.nextInt(GPUS.size()));
    var total = Resources.cpus(1 + random.nextInt(8)).withGpus(gpus);
    String model = random.nextBoolean() ? "H200" : "A10";
    return new Node(
        "n" + number,
        total,
        Collections.nCopies(gpus, model),
        Map.of("zone", random.nextBoolean() ? "a" : "b"));
  }

  Demand demand(String run) {
    int min = 1 + random.nextInt(4);
    int max = min + (chance(0.3) ? random.nextInt(4) : 0);
    Resources each =
        Resources.cpus(chance(0.2) ? 2 : 1).withGpus(SHARES.get(random.nextInt(SHARES.size())));
    Placement placement = PLACEMENTS.get(random.nextInt(PLACEMENTS.size()));
    Map<String, String> labels = chance(0.1) ? Map.of("zone", "a") : Map.of();
    Optional<String> gpu = chance(0.1) && each.gpus() > 0 ? Optional.of("H200") : Optional.empty();
    return new Demand(run, min, max, each, placement, labels, gpu, Optional.empty());
  }
}
