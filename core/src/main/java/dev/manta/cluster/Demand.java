package dev.manta.cluster;

import java.util.Map;
import java.util.Optional;

/// What a run asks a cluster for: so many workers at least, all of them or nothing, and at most.
///
/// @param run the run's id, unique among living runs
/// @param each what each worker gets
/// @param labels labels that a node must carry
/// @param acceleratorType a word in the names of the GPUs that are meant; empty for any
/// @param beside what the run needs for itself on one node, beside its workers
public record Demand(
    String run,
    int least,
    int most,
    Resources each,
    Placement placement,
    Map<String, String> labels,
    Optional<String> acceleratorType,
    Optional<Resources> beside) {
  private static final int WORKERS_MAX = 100_000;

  public Demand {
    if (least < 1 || most < least) {
      throw new IllegalArgumentException("a run has workers: " + least + " to " + most);
    }
    if (most > WORKERS_MAX) {
      throw new IllegalArgumentException(
          "%s workers are more than the %s that a run may have".formatted(most, WORKERS_MAX));
    }
    labels = Map.copyOf(labels);
  }
}
