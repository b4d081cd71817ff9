package dev.manta.cluster.head;

import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import java.util.Map;
import java.util.Optional;

/// What a run asks a cluster for.
///
/// @param min how many workers it needs at least, all at once
/// @param max how many it can use
/// @param each what each of them gets
/// @param placement how they are laid over nodes
/// @param labels labels that a node must carry
/// @param gpu what a node's GPUs must be called, or a part of that
public record Demand(
    int min,
    int max,
    Resources each,
    Placement placement,
    Map<String, String> labels,
    Optional<String> gpu) {
  public Demand {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException("from " + min + " to " + max + " workers make no sense");
    }
    labels = Map.copyOf(labels);
  }

  boolean wantsGpus() {
    return each.gpus() > 0;
  }
}
