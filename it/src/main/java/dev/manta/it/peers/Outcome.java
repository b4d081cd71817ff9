package dev.manta.it.peers;

import java.util.List;

/// What a round has found.
///
/// @param cases how many were compared
/// @param differences what is not the same on both sides
public record Outcome(int cases, List<Difference> differences) {
  public Outcome {
    differences = List.copyOf(differences);
  }
}
