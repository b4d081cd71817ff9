package dev.manta.cluster.node;

import dev.manta.cluster.head.NodeAllocation;
import java.util.Optional;

/// Who has which part of this node: its own account, which has the last word.
@FunctionalInterface
public interface NodeShares {
  /// What a run has of this node; empty if it has nothing, or if another driver was introduced for
  /// it.
  ///
  /// @param driver the print of the one that asks
  Optional<NodeAllocation.Share> of(String run, String driver);
}
