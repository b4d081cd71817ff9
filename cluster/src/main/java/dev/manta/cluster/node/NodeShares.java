package dev.manta.cluster.node;

import dev.manta.cluster.head.NodeCapacity;
import java.util.Optional;

/// Who has which part of this node: its own account, which has the last word.
@FunctionalInterface
public interface NodeShares {
  /// What a run has of this node; empty if it has nothing, or if another driver was introduced for
  /// it.
  ///
  /// @param driver the print of the one that asks
  Optional<NodeCapacity.Share> of(String run, String driver);
}
