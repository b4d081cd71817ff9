package dev.manta.cluster.head;

import java.util.List;

/// What follows from an event.
public record HeadDecision(HeadState state, List<HeadEffect> effects) {
  public HeadDecision {
    effects = List.copyOf(effects);
  }
}
