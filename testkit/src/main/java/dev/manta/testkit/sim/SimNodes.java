package dev.manta.testkit.sim;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// The machines of a history: one in most, in others two or three that leave and come back. Drawn
/// apart from the rest of a script.
final class SimNodes {
  static final String FIRST = "here";

  /// Leaves the histories that tests name on one machine.
  private static final long STREAM = 14_361;

  private static final long EXCLUSIVE_STREAM = 40_127;

  private final List<String> names = new ArrayList<>(List.of(FIRST));
  private final Set<String> away = new HashSet<>();
  private final int extra;
  private final boolean spread;
  private final double leaves;
  private final Duration cutFrom;
  private final Duration cutFor;
  private final boolean exclusive;

  SimNodes(long seed) {
    var random = new Random(seed * 0x5DEECE66DL + STREAM);
    int count = random.nextInt(3) == 0 ? 2 + random.nextInt(2) : 1;
    for (int i = 1; i < count; i++) {
      names.add("there-" + i);
    }
    extra = random.nextInt(3);
    spread = random.nextBoolean();
    leaves = random.nextDouble();
    boolean cut = several() && random.nextInt(2) == 0;
    cutFrom = Duration.ofMillis(100 + random.nextInt(2_000));
    cutFor = Duration.ofMillis(cut ? 2_000 + random.nextInt(60_000) : 0);
    exclusive = several() && new Random(seed * 0x5DEECE66DL + EXCLUSIVE_STREAM).nextInt(3) == 0;
  }

  /// Whether the run is exclusive, and one node after the other cannot be reached while its workers
  /// train on.
  boolean isExclusive() {
    return exclusive;
  }

  /// Whether two of them do not hear each other for a while.
  boolean isCutOnce() {
    return cutFor.isPositive();
  }

  /// Whether two nodes do not hear each other at a time: the first two do not, if any.
  boolean isCut(String one, String other, Duration at) {
    boolean now = at.compareTo(cutFrom) >= 0 && at.compareTo(cutFrom.plus(cutFor)) < 0;
    return now && !one.equals(other) && isFirst(one) && isFirst(other);
  }

  private boolean isFirst(String node) {
    return names.subList(0, 2).contains(node);
  }

  boolean several() {
    return names.size() > 1;
  }

  /// Whether ranks are laid over as many of them as possible.
  boolean spread() {
    return several() && spread;
  }

  /// How likely it is that one leaves, and another one then.
  double leaves() {
    return several() ? leaves : 0;
  }

  List<String> there() {
    return names.stream().filter(this::isThere).toList();
  }

  boolean isThere(String node) {
    return !away.contains(node);
  }

  void takeAway(String node) {
    away.add(node);
  }

  void bringBack(String node) {
    away.remove(node);
  }

  /// Those that are there, with capacity for so many workers in all if none is away; with several
  /// they may have more.
  List<Node> with(int room) {
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int own = room / names.size() + (i < room % names.size() ? 1 : 0);
      int more = several() && room > 0 ? extra : 0;
      if (isThere(names.get(i))) {
        nodes.add(node(names.get(i), own + more));
      }
    }
    return nodes;
  }

  private static Node node(String name, int room) {
    Resources total = Resources.cpus(64).with(SimWorld.SLOTS, room);
    return new Node(name, total, List.of(), Map.of());
  }
}
