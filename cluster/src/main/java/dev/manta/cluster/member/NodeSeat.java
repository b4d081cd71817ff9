package dev.manta.cluster.member;

import dev.manta.cluster.desk.HeadSays;
import dev.manta.cluster.desk.NodeReport;

/// A daemon's node, as the head speaks with it. Called from one thread.
public interface NodeSeat {
  /// All of its account.
  NodeReport report();

  /// Takes in what a head has said; it is kept before this returns.
  void hear(HeadSays said);
}
