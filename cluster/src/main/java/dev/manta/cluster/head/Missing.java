package dev.manta.cluster.head;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// What a claim lacks, in words.
final class Missing {
  private Missing() {}

  /// @param open the nodes on which something may be placed
  static String of(Demand demand, List<NodeAllocation> open) {
    if (open.isEmpty()) {
      return "no node takes anything new";
    }
    List<NodeAllocation> suiting =
        open.stream().filter(allocation -> allocation.suits(demand)).toList();
    if (suiting.isEmpty()) {
      return "no node has the labels %s%s"
          .formatted(
              demand.labels(),
              demand.acceleratorType().map(name -> " and GPUs called " + name).orElse(""));
    }
    List<String> wants = new ArrayList<>();
    Resources each = demand.each();
    add(wants, "CPUs", demand.least() * each.cpus(), suiting, Resources::cpus);
    add(wants, "GPUs", demand.least() * each.gpus(), suiting, Resources::gpus);
    add(
        wants,
        "bytes of memory",
        (double) demand.least() * each.memoryBytes(),
        suiting,
        resources -> (double) resources.memoryBytes());
    each.custom()
        .forEach(
            (name, amount) ->
                add(
                    wants,
                    name,
                    demand.least() * amount,
                    suiting,
                    resources -> resources.custom().getOrDefault(name, 0.0)));
    return "%s workers want %s, laid %s over %s nodes"
        .formatted(demand.least(), String.join(", ", wants), demand.placement(), suiting.size());
  }

  private static void add(
      List<String> wants,
      String what,
      double want,
      List<NodeAllocation> allocations,
      ToDoubleFunction<Resources> amount) {
    if (want > 0) {
      double have =
          allocations.stream().mapToDouble(r -> amount.applyAsDouble(r.node().total())).sum();
      double free =
          have - allocations.stream().mapToDouble(allocation -> taken(allocation, amount)).sum();
      wants.add("%s %s (%s of %s free)".formatted(number(want), what, number(free), number(have)));
    }
  }

  private static double taken(NodeAllocation allocation, ToDoubleFunction<Resources> amount) {
    return allocation.shares().values().stream()
        .mapToDouble(share -> share.workers() * amount.applyAsDouble(share.each()))
        .sum();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
