package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// What of a node belongs to whom. The node's own is the truth; a head keeps what it has heard of
/// it.
///
/// @param leaving whether it is about to leave: nothing new is placed on it
public record NodeAllocation(Node node, Map<String, Share> shares, boolean leaving) {
  /// What somebody has who has nothing.
  static final Share NOTHING = new Share(0, Resources.cpus(0), List.of());

  private static final double ROUNDING = 1e-9;

  /// What a claim has of a node: so many workers, what each gets, and their GPUs, worker by worker.
  public record Share(int workers, Resources each, List<Integer> gpus) {
    public Share {
      gpus = List.copyOf(gpus);
    }
  }

  public NodeAllocation {
    shares = Map.copyOf(shares);
  }

  /// A node that belongs to nobody.
  public static NodeAllocation of(Node node) {
    return new NodeAllocation(node, Map.of(), false);
  }

  /// The same node with nobody on it.
  NodeAllocation emptied() {
    return of(node);
  }

  /// How many workers of a claim fit here, those included that it has.
  int fits(String claim, Resources each) {
    NodeAllocation others = without(claim);
    Resources total = node.total();
    int fits = times(total.cpus() - others.sum(Resources::cpus), each.cpus());
    fits =
        Math.min(
            fits,
            times(
                total.memoryBytes() - others.sum(r -> (double) r.memoryBytes()),
                (double) each.memoryBytes()));
    for (Map.Entry<String, Double> custom : each.custom().entrySet()) {
      fits = Math.min(fits, times(others.free(custom.getKey()), custom.getValue()));
    }
    return Math.min(fits, others.gpuFits(each.gpus()));
  }

  private double free(String custom) {
    return node.total().custom().getOrDefault(custom, 0.0)
        - sum(each -> each.custom().getOrDefault(custom, 0.0));
  }

  private double sum(ToDoubleFunction<Resources> amount) {
    return shares.values().stream()
        .mapToDouble(share -> share.workers() * amount.applyAsDouble(share.each()))
        .sum();
  }

  private static int times(double have, double want) {
    return want <= 0 ? Integer.MAX_VALUE : (int) Math.max(0, Math.floor(have / want + ROUNDING));
  }

  /// A share of a device never spans two devices, and whole ones are shared with nobody.
  private int gpuFits(double want) {
    if (want <= 0) {
      return Integer.MAX_VALUE;
    }
    double[] free = freeGpus();
    return want < 1
        ? Arrays.stream(free).mapToInt(left -> times(left, want)).sum()
        : times((double) Arrays.stream(free).filter(NodeAllocation::isWhole).count(), want);
  }

  private static boolean isWhole(double left) {
    return left > 1 - ROUNDING;
  }

  /// How much is left of each GPU.
  double[] freeGpus() {
    double[] free = new double[(int) node.total().gpus()];
    Arrays.fill(free, 1);
    for (Share share : shares.values()) {
      double taken = Math.min(1, share.each().gpus());
      share.gpus().stream().filter(gpu -> gpu < free.length).forEach(gpu -> free[gpu] -= taken);
    }
    return free;
  }

  /// The same with so many workers of a claim; empty where they do not fit. Workers that it has
  /// keep their GPUs.
  public Optional<NodeAllocation> with(String claim, int workers, Resources each) {
    if (workers > fits(claim, each)) {
      return Optional.empty();
    }
    List<Integer> gpus = gpus(claim, workers, each.gpus());
    Map<String, Share> more = new TreeMap<>(shares);
    more.put(claim, new Share(workers, each, gpus));
    return Optional.of(new NodeAllocation(node, more, leaving));
  }

  private List<Integer> gpus(String claim, int workers, double each) {
    int perWorker = (int) Math.ceil(each);
    Share had = shares.getOrDefault(claim, NOTHING);
    List<Integer> gpus =
        new ArrayList<>(had.gpus().subList(0, Math.min(had.gpus().size(), workers * perWorker)));
    double[] free = without(claim).freeGpus();
    gpus.forEach(gpu -> free[gpu] -= Math.min(1, each));
    while (gpus.size() < workers * perWorker) {
      int next = next(free, Math.min(1, each));
      free[next] -= Math.min(1, each);
      gpus.add(next);
    }
    return gpus;
  }

  /// The fullest that still has capacity: what is whole stays whole as long as it can.
  private static int next(double[] free, double want) {
    return IntStream.range(0, free.length)
        .filter(gpu -> free[gpu] + ROUNDING >= want)
        .boxed()
        .min((a, b) -> Double.compare(free[a], free[b]))
        .orElseThrow();
  }

  /// The same without a claim.
  public NodeAllocation without(String claim) {
    if (!shares.containsKey(claim)) {
      return this;
    }
    Map<String, Share> fewer = new TreeMap<>(shares);
    fewer.remove(claim);
    return new NodeAllocation(node, fewer, leaving);
  }

  /// The same node about to leave.
  NodeAllocation aboutToLeave() {
    return new NodeAllocation(node, shares, true);
  }

  /// Whether a demand can be on this node at all, now or later.
  boolean suits(Demand demand) {
    boolean labelled = node.labels().entrySet().containsAll(demand.labels().entrySet());
    return labelled
        && demand
            .acceleratorType()
            .map(wanted -> node.gpuNames().stream().anyMatch(name -> name.contains(wanted)))
            .orElse(true);
  }
}
