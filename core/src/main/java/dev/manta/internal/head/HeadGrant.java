package dev.manta.internal.head;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.Node;
import dev.manta.cluster.NodePart;
import dev.manta.cluster.Resources;
import dev.manta.internal.remote.NodeAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Which parts of which nodes a head has granted to a run.
///
/// @param term that of the head: later heads have higher ones
/// @param version which one it is of those of the run
public record HeadGrant(long term, int version, List<Part> parts) {
  /// A part of a node: so many workers, the numbers of their GPUs, and where the node is called.
  public record Part(Node node, NodeAddress address, int workers, List<Integer> gpus) {
    public Part {
      gpus = List.copyOf(gpus);
    }
  }

  public HeadGrant {
    parts = List.copyOf(parts);
  }

  /// Whether it takes the place of another one: heads that were followed by others are not heard.
  public boolean isNewerThan(HeadGrant other) {
    return term != other.term ? term > other.term : version > other.version;
  }

  /// As the run hears of it.
  Grant seen(int number, Demand demand) {
    return new Grant(number, parts.stream().map(part -> part(part, demand.each())).toList());
  }

  private static NodePart part(Part part, Resources each) {
    return new NodePart(part.node(), times(each, part.workers()));
  }

  /// What so many workers have together; shares of a GPU are counted as devices.
  private static Resources times(Resources each, int workers) {
    Map<String, Double> custom = new TreeMap<>();
    each.custom().forEach((name, amount) -> custom.put(name, amount * workers));
    double gpus = each.gpus() * workers;
    return new Resources(
        each.cpus() * workers,
        gpus > 1 ? Math.ceil(gpus) : gpus,
        each.memoryBytes() * workers,
        custom);
  }
}
