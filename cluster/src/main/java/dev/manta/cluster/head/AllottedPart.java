package dev.manta.cluster.head;

import java.util.List;

/// A part of a node: capacity for so many workers, and the numbers of the GPUs that are theirs,
/// worker by worker.
public record AllottedPart(String node, int workers, List<Integer> gpus) {
  public AllottedPart {
    gpus = List.copyOf(gpus);
  }
}
