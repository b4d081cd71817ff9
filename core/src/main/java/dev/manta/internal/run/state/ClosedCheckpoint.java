package dev.manta.internal.run.state;

import java.util.List;

/// A checkpoint that was committed or given up, and which ranks had stored something of it.
public record ClosedCheckpoint(int ordinal, long step, List<Integer> ranks) {
  public ClosedCheckpoint {
    ranks = List.copyOf(ranks);
  }
}
