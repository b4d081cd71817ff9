package dev.manta.internal.run;

import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.Seat;
import dev.manta.train.ScalingConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Lays workers over nodes.
public final class Placer {
  /// Where workers sit, or why they cannot.
  public sealed interface Result {}

  /// Seats in rank order, and what is to be said about them.
  public record Placed(List<Seat> seats, Optional<String> warning) implements Result {
    public Placed {
      seats = List.copyOf(seats);
    }
  }

  /// What is missing.
  public record Refused(String why) implements Result {}

  private final ScalingConfig scaling;
  private final List<Node> nodes;
  private final List<String> now;

  private Placer(ScalingConfig scaling, List<Node> nodes, List<String> now) {
    this.scaling = scaling;
    this.nodes = nodes;
    this.now = now;
  }

  /// As many workers as fit, between the least and the most; CPUs may be shared, nothing else may.
  public static Result place(ScalingConfig scaling, List<Node> all) {
    return place(scaling, all, List.of(), OptionalInt.empty());
  }

  /// The same for workers that are there already.
  ///
  /// @param now the nodes that they sit on, in rank order: the first ones stay where they are
  /// @param asked how many there should be, though they may have to share CPUs; without it as many
  ///   as fit
  public static Result place(
      ScalingConfig scaling, List<Node> all, List<String> now, OptionalInt asked) {
    List<Node> labelled =
        all.stream()
            .filter(node -> node.labels().entrySet().containsAll(scaling.labels().entrySet()))
            .toList();
    if (labelled.isEmpty()) {
      return new Refused(noNode(scaling, all));
    }
    return new Placer(scaling, labelled, now).place(asked);
  }

  /// Whether workers share CPUs on a node where they sit.
  static boolean isCrowded(ScalingConfig scaling, List<Node> nodes, List<Seat> seats) {
    var placer = new Placer(scaling, nodes, List.of());
    Map<String, Long> counts =
        seats.stream().collect(Collectors.groupingBy(Seat::node, Collectors.counting()));
    return nodes.stream()
        .anyMatch(node -> counts.getOrDefault(node.name(), 0L) > placer.capacity(node, true));
  }

  private Result place(OptionalInt asked) {
    int comfortable = capacity(true);
    int possible = capacity(false);
    int min = scaling.workers().min();
    int max = scaling.workers().max();
    if (possible < min) {
      return new Refused(missing(min, possible));
    }
    int wanted = asked.orElse(comfortable);
    int size = Math.clamp(wanted, min, Math.min(max, possible));
    boolean crowded = size > comfortable;
    Map<String, Integer> counts = spread(size, !crowded);
    List<String> warnings = new ArrayList<>(crowded ? List.of(crowd(size)) : List.of());
    unequal(counts).ifPresent(warnings::add);
    Optional<String> warning =
        warnings.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", warnings));
    return new Placed(seats(counts), warning);
  }

  /// How many workers fit in all.
  private int capacity(boolean countCpus) {
    List<Integer> each = nodes.stream().map(node -> capacity(node, countCpus)).toList();
    int most = scaling.workers().max();
    return switch (scaling.placement()) {
      case PACK, SPREAD -> (int) Math.min(most, each.stream().mapToLong(r -> r).sum());
      case STRICT_PACK -> Math.min(most, each.stream().mapToInt(r -> r).max().orElse(0));
      case STRICT_SPREAD -> (int) Math.min(most, each.stream().filter(r -> r > 0).count());
    };
  }

  /// How many workers fit on a node.
  private int capacity(Node node, boolean countCpus) {
    Resources want = scaling.perWorker();
    Resources have = node.total();
    int capacity = scaling.workers().max();
    if (countCpus) {
      capacity = Math.min(capacity, times(have.cpus(), want.cpus()));
    }
    capacity = Math.min(capacity, gpuCapacity(gpus(node).size(), want.gpus()));
    capacity = Math.min(capacity, times((double) have.memoryBytes(), (double) want.memoryBytes()));
    for (Map.Entry<String, Double> custom : want.custom().entrySet()) {
      double there = have.custom().getOrDefault(custom.getKey(), 0.0);
      capacity = Math.min(capacity, times(there, custom.getValue()));
    }
    return capacity;
  }

  /// The numbers of the GPUs of a node that are meant.
  static List<Integer> gpus(ScalingConfig scaling, Node node) {
    List<Integer> meant = new ArrayList<>();
    for (int number = 0; number < (int) node.total().gpus(); number++) {
      if (isMeant(scaling, node, number)) {
        meant.add(number);
      }
    }
    return meant;
  }

  private List<Integer> gpus(Node node) {
    return gpus(scaling, node);
  }

  private static boolean isMeant(ScalingConfig scaling, Node node, int number) {
    List<String> names = node.gpuNames();
    String name = number < names.size() ? names.get(number).toLowerCase(Locale.ROOT) : "";
    return scaling
        .acceleratorType()
        .map(type -> name.contains(type.toLowerCase(Locale.ROOT)))
        .orElse(true);
  }

  private static int times(double have, double want) {
    return want <= 0 ? Integer.MAX_VALUE : (int) Math.floor(have / want + 1e-9);
  }

  /// A share of a device never spans two devices.
  private static int gpuCapacity(double have, double want) {
    return want > 0 && want < 1 ? ((int) have) * times(1, want) : times(have, want);
  }

  /// A node with capacity for workers.
  ///
  /// @param order those with more capacity come first
  private record Place(String node, int capacity, int order) {}

  /// How many workers each node gets, by name.
  private Map<String, Integer> spread(int size, boolean countCpus) {
    Map<String, Place> places = places(countCpus);
    Map<String, Integer> counts = stay(size, places);
    int left = size - counts.values().stream().mapToInt(count -> count).sum();
    if (packs()) {
      fill(places.values(), counts, left);
    } else {
      level(places.values(), counts, left);
    }
    return counts;
  }

  private boolean packs() {
    return scaling.placement() == Placement.PACK || scaling.placement() == Placement.STRICT_PACK;
  }

  /// Nodes by name, those with more capacity first.
  private Map<String, Place> places(boolean countCpus) {
    record Sized(String node, int capacity) {}
    List<Sized> largest =
        nodes.stream()
            .map(node -> new Sized(node.name(), capacity(node, countCpus)))
            .sorted(Comparator.comparingInt(Sized::capacity).reversed())
            .toList();
    Map<String, Place> places = new LinkedHashMap<>();
    largest.forEach(
        each -> places.put(each.node(), new Place(each.node(), each.capacity(), places.size())));
    return places;
  }

  /// How many stay on each node.
  private Map<String, Integer> stay(int size, Map<String, Place> places) {
    Map<String, Integer> counts = new HashMap<>();
    for (String name : now.subList(0, Math.min(size, now.size()))) {
      Place place = places.get(name);
      if (place != null && counts.getOrDefault(name, 0) < place.capacity()) {
        counts.merge(name, 1, Integer::sum);
      }
    }
    return counts;
  }

  /// One node after the other.
  private static void fill(Collection<Place> places, Map<String, Integer> counts, int workers) {
    int left = workers;
    for (Place place : places) {
      int more = Math.min(left, place.capacity() - counts.getOrDefault(place.node(), 0));
      if (more > 0) {
        counts.merge(place.node(), more, Integer::sum);
        left -= more;
      }
    }
  }

  /// Always the node with the fewest workers that has capacity.
  private static void level(Collection<Place> places, Map<String, Integer> counts, int workers) {
    Comparator<Place> fewest =
        Comparator.comparingInt((Place place) -> counts.getOrDefault(place.node(), 0))
            .thenComparingInt(Place::order);
    var open = new PriorityQueue<Place>(Math.max(1, places.size()), fewest);
    places.stream()
        .filter(place -> counts.getOrDefault(place.node(), 0) < place.capacity())
        .forEach(open::add);
    for (int i = 0; i < workers; i++) {
      Place place = open.remove();
      if (counts.merge(place.node(), 1, Integer::sum) < place.capacity()) {
        open.add(place);
      }
    }
  }

  /// Ranks are contiguous on a node.
  private List<Seat> seats(Map<String, Integer> counts) {
    List<Seat> seats = new ArrayList<>();
    int threads = threads(counts);
    int nodeRank = 0;
    for (Node node : nodes) {
      int size = counts.getOrDefault(node.name(), 0);
      for (int local = 0; local < size; local++) {
        seats.add(
            new Seat(
                seats.size(), node.name(), nodeRank, local, size, device(node, local), threads));
      }
      nodeRank += size > 0 ? 1 : 0;
    }
    return seats;
  }

  /// The least over nodes: threads decide about bits, so all ranks have the same number, and they
  /// stay the same when the number of workers changes.
  private int threads(Map<String, Integer> counts) {
    double least =
        nodes.stream()
            .filter(node -> counts.containsKey(node.name()))
            .mapToDouble(node -> node.total().cpus() / most(counts.getOrDefault(node.name(), 1)))
            .min()
            .orElse(1);
    return Math.max(1, (int) least);
  }

  private int most(int now) {
    return scaling.workers().elastic() ? scaling.workers().max() : now;
  }

  private String device(Node node, int local) {
    double share = scaling.perWorker().gpus();
    List<Integer> gpus = gpus(node);
    if (share <= 0) {
      return "cpu";
    }
    if (share < 1) {
      return "cuda:" + gpus.get(local / times(1, share));
    }
    int first = (int) (local * share);
    return gpus.subList(first, first + (int) share).stream()
        .map(number -> Integer.toString(number))
        .collect(Collectors.joining(",", "cuda:", ""));
  }

  private String crowd(int size) {
    double cpus = nodes.stream().mapToDouble(node -> node.total().cpus()).sum();
    return "%s workers with %s CPUs each share %s CPUs: they will take turns"
        .formatted(size, number(scaling.perWorker().cpus()), number(cpus));
  }

  /// What differs in CPUs may differ in the last bits of results.
  private Optional<String> unequal(Map<String, Integer> counts) {
    Map<String, String> byCpu = new TreeMap<>();
    nodes.stream()
        .filter(node -> counts.containsKey(node.name()) && node.labels().containsKey(Node.CPU))
        .forEach(node -> byCpu.putIfAbsent(node.labels().get(Node.CPU), node.name()));
    String cpus =
        byCpu.entrySet().stream()
            .map(each -> each.getKey() + " in " + each.getValue())
            .collect(Collectors.joining(", "));
    return byCpu.size() < 2
        ? Optional.empty()
        : Optional.of("ranks are on unequal CPUs, so results may differ in their bits: " + cpus);
  }

  private String missing(int min, int possible) {
    Resources want = scaling.perWorker();
    List<String> wants = new ArrayList<>();
    if (want.gpus() > 0) {
      double have = nodes.stream().mapToDouble(node -> gpus(node).size()).sum();
      wants.add(wantAndHave(min * want.gpus(), gpuWords(), have));
    }
    if (want.memoryBytes() > 0) {
      double have = nodes.stream().mapToDouble(node -> (double) node.total().memoryBytes()).sum();
      wants.add(wantAndHave((double) min * want.memoryBytes(), "bytes of memory", have));
    }
    want.custom().forEach((name, each) -> wants.add(wantAndHave(min * each, name, custom(name))));
    wants.add(scaling.placement() + " over " + nodes.size() + " nodes");
    String no =
        min == 1 ? "1 worker does not fit" : min + " workers do not fit, only " + possible + " do";
    return no + ": " + String.join(", ", wants) + "; ask for fewer workers or less for each";
  }

  private String gpuWords() {
    return scaling
        .acceleratorType()
        .map(type -> type + " GPUs (there are " + gpuNames() + ")")
        .orElse("GPUs");
  }

  private String gpuNames() {
    List<String> names =
        nodes.stream().flatMap(node -> node.gpuNames().stream()).distinct().sorted().toList();
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private double custom(String name) {
    return nodes.stream().mapToDouble(n -> n.total().custom().getOrDefault(name, 0.0)).sum();
  }

  private static String wantAndHave(double want, String what, double have) {
    return "want " + number(want) + " " + what + ", have " + number(have);
  }

  private static String noNode(ScalingConfig scaling, List<Node> all) {
    if (all.isEmpty()) {
      return "the cluster has no nodes";
    }
    String have =
        all.stream()
            .map(node -> node.name() + " " + node.labels())
            .reduce((a, b) -> a + ", " + b)
            .orElse("");
    return "no node has the labels " + scaling.labels() + "; there are " + have;
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
