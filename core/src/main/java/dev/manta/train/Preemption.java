package dev.manta.train;

import java.time.Instant;
import java.util.List;

/// A notice that workers will be taken away.
///
/// @param ranks whose
/// @param deadline when
public record Preemption(List<Integer> ranks, Instant deadline) {
  public Preemption {
    ranks = List.copyOf(ranks);
  }
}
