package dev.manta.internal.run;

import java.util.List;

/// A checkpoint that was committed or given up, and which ranks had stored something of it.
public record Closed(int ordinal, long step, List<Integer> ranks) {
  public Closed {
    ranks = List.copyOf(ranks);
  }
}
