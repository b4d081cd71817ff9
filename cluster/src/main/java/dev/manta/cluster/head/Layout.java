package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Lays the workers of a claim over nodes with capacity for them.
final class Layout {
  /// A node, and how many workers of the claim it can have in all.
  private record Place(String node, int fits, boolean hasGpus) {}

  private static final Comparator<Place> BY_NAME = Comparator.comparing(Place::node);

  /// GPUs are left to those who want some; large nodes make few of them.
  private static final Comparator<Place> LARGEST =
      Comparator.comparing(Place::hasGpus)
          .thenComparing(Comparator.comparingInt(Place::fits).reversed())
          .thenComparing(BY_NAME);

  private final Demand demand;
  private final List<Place> places;
  private final Map<String, Integer> counts;

  private Layout(Demand demand, List<Place> places, Map<String, Integer> has) {
    this.demand = demand;
    this.places = places;
    this.counts = new TreeMap<>(has);
  }

  /// How many workers each node has when there are as many as fit; empty where there would be fewer
  /// than the demand's least.
  ///
  /// @param has how many are where they stay
  static Optional<Map<String, Integer>> of(
      String claim,
      Demand demand,
      Collection<NodeAllocation> allocations,
      Map<String, Integer> has) {
    boolean spares = demand.each().gpus() <= 0;
    List<Place> places = new ArrayList<>();
    for (NodeAllocation allocation : allocations) {
      int fits = allocation.suits(demand) ? allocation.fits(claim, demand.each()) : 0;
      if (fits > 0) {
        boolean hasGpus = spares && allocation.node().total().gpus() > 0;
        places.add(new Place(allocation.node().name(), Math.min(fits, demand.most()), hasGpus));
      }
    }
    return new Layout(demand, places, has).laid();
  }

  private Optional<Map<String, Integer>> laid() {
    switch (demand.placement()) {
      case PACK -> fill(sorted(LARGEST));
      case SPREAD -> level(sorted(LARGEST), Integer.MAX_VALUE);
      case STRICT_SPREAD -> level(sorted(LARGEST), 1);
      case STRICT_PACK -> fill(one());
    }
    return sum() >= demand.least() ? Optional.of(counts) : Optional.empty();
  }

  private List<Place> sorted(Comparator<Place> order) {
    return places.stream().sorted(order).toList();
  }

  private int sum() {
    return counts.values().stream().mapToInt(count -> count).sum();
  }

  /// One node after the other.
  private void fill(List<Place> order) {
    int left = demand.most() - sum();
    for (Place place : order) {
      int there = counts.getOrDefault(place.node(), 0);
      int more = Math.min(left, place.fits() - there);
      if (more > 0) {
        counts.put(place.node(), there + more);
        left -= more;
      }
    }
  }

  /// One worker on each node, then a second one, as long as there is capacity.
  private void level(List<Place> order, int most) {
    int left = demand.most() - sum();
    boolean grew = true;
    for (int level = 1; grew && left > 0 && level <= most; level++) {
      grew = false;
      for (Place place : order) {
        boolean more = counts.getOrDefault(place.node(), 0) < level && place.fits() >= level;
        grew |= place.fits() > level;
        if (more && left > 0) {
          counts.merge(place.node(), 1, Integer::sum);
          left--;
        }
      }
    }
  }

  /// The node that the claim is on, or one with capacity for its least.
  private List<Place> one() {
    Comparator<Place> order =
        Comparator.comparing((Place place) -> !counts.containsKey(place.node()))
            .thenComparing(place -> place.fits() < demand.least())
            .thenComparing(LARGEST);
    return sorted(order).stream().limit(1).toList();
  }
}
