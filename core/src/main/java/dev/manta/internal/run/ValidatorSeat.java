package dev.manta.internal.run;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.ValidationRules;
import dev.manta.internal.run.state.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Where validation runs: beside rank 0, or with resources of its own, which ranks then do not get.
public final class ValidatorSeat {
  private static final String CUDA = "cuda:";

  private ValidatorSeat() {}

  /// Places the ranks on what validation leaves of the nodes.
  public static Placer.Result placeRanks(RunSettings settings, List<Node> nodes) {
    return placeRanks(settings, nodes, List.of(), OptionalInt.empty());
  }

  /// The same for so many ranks, some of which sit somewhere.
  ///
  /// @param now the nodes of the ranks that there are, in their order
  /// @param asked how many ranks; without it as many as fit
  public static Placer.Result placeRanks(
      RunSettings settings, List<Node> nodes, List<String> now, OptionalInt asked) {
    Optional<Resources> own = own(settings).filter(ValidatorSeat::takesAway);
    if (own.isEmpty()) {
      return Placer.place(settings.scaling(), nodes, now, asked);
    }
    Optional<Node> host = host(settings, nodes);
    if (host.isEmpty()) {
      return new Placer.Refused(
          "validation does not fit: no node has "
              + words(own.get())
              + "; ask for less with ValidationConfig.resources");
    }
    Placer.Result placed =
        Placer.place(settings.scaling(), left(nodes, host.get(), own.get()), now, asked);
    return placed instanceof Placer.Refused(String why)
        ? new Placer.Refused(why + "; validation has " + words(own.get()) + " for itself")
        : placed;
  }

  /// The seat of the next validator; 0 threads leave the variables of libraries as they are.
  /// Between two attempts there may be no rank to sit beside.
  static Seat of(Draft draft) {
    Optional<Resources> own = own(draft.settings());
    Optional<Node> host = host(draft.settings(), draft.nodes());
    String any = host.map(Node::name).orElse("");
    Seat first =
        draft.group().stream()
            .findFirst()
            .map(Worker::seat)
            .orElseGet(() -> new Seat(0, any, 0, 0, 1, "cpu", 0));
    String node = own.isPresent() && host.isPresent() ? any : first.node();
    String device = own.flatMap(want -> device(host, want)).orElse("cpu");
    int threads = own.map(want -> Math.max(1, (int) want.cpus())).orElse(0);
    return new Seat(first.rank(), node, first.nodeRank(), 0, 1, device, threads);
  }

  private static Optional<Resources> own(RunSettings settings) {
    return settings.validation().flatMap(ValidationRules::resources);
  }

  /// Cores are shared.
  private static boolean takesAway(Resources own) {
    return own.gpus() > 0 || own.memoryBytes() > 0 || !own.custom().isEmpty();
  }

  private static Optional<Node> host(RunSettings settings, List<Node> nodes) {
    Map<String, String> labels = settings.scaling().labels();
    Resources own = own(settings).orElse(Resources.cpus(0));
    return nodes.stream()
        .filter(node -> node.labels().entrySet().containsAll(labels.entrySet()))
        .filter(node -> fits(node.total(), own))
        .findFirst();
  }

  private static boolean fits(Resources have, Resources want) {
    return have.gpus() >= Math.ceil(want.gpus())
        && have.memoryBytes() >= want.memoryBytes()
        && want.custom().entrySet().stream()
            .allMatch(each -> have.custom().getOrDefault(each.getKey(), 0.0) >= each.getValue());
  }

  private static List<Node> left(List<Node> nodes, Node host, Resources own) {
    List<Node> left = new ArrayList<>(nodes);
    Resources have = host.total();
    Map<String, Double> custom = new TreeMap<>(have.custom());
    own.custom().forEach((name, amount) -> custom.merge(name, -amount, Double::sum));
    var rest =
        new Resources(
            have.cpus(),
            have.gpus() - Math.ceil(own.gpus()),
            have.memoryBytes() - own.memoryBytes(),
            custom);
    left.set(nodes.indexOf(host), new Node(host.name(), rest, host.gpuNames(), host.labels()));
    return left;
  }

  /// The node's last devices, as ranks get the first ones; a fraction takes a whole device. `cuda:`
  /// without a number hides every device.
  private static Optional<String> device(Optional<Node> host, Resources own) {
    int count = (int) Math.ceil(own.gpus());
    return count == 0
        ? Optional.of(CUDA)
        : host.map(node -> (int) node.total().gpus()).map(end -> devices(end - count, end));
  }

  private static String devices(int first, int end) {
    return IntStream.range(first, end)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(",", CUDA, ""));
  }

  private static String words(Resources own) {
    List<String> words = new ArrayList<>();
    if (own.gpus() > 0) {
      words.add(amount(Math.ceil(own.gpus())) + " GPUs");
    }
    if (own.memoryBytes() > 0) {
      words.add(own.memoryBytes() + " bytes of memory");
    }
    new TreeMap<>(own.custom()).forEach((name, amount) -> words.add(amount(amount) + " " + name));
    return String.join(" and ", words);
  }

  private static String amount(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
