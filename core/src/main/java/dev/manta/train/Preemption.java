package dev.manta.train;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// A notice that workers will be taken away.
///
/// @param ranks whose
/// @param deadline when
public record Preemption(List<Integer> ranks, Instant deadline) {
  public Preemption {
    ranks = List.copyOf(ranks);
  }

  /// Both: the ranks of either, and the deadline that comes first.
  public Preemption and(Preemption other) {
    List<Integer> all =
        Stream.concat(ranks.stream(), other.ranks.stream()).distinct().sorted().toList();
    return new Preemption(all, deadline.isBefore(other.deadline) ? deadline : other.deadline);
  }
}
