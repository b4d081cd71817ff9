package dev.manta.cluster.head;

import java.util.List;

/// A part of a node: room for so many workers, and the numbers of the GPUs that are theirs, worker
/// by worker.
public record NodePart(String node, int workers, List<Integer> gpus) {
  public NodePart {
    gpus = List.copyOf(gpus);
  }
}
