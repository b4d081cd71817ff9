package dev.manta.internal.head;

import dev.manta.internal.remote.NodeAddress;
import java.util.List;
import java.util.Optional;

/// What a head says to drivers and commands.
public sealed interface FromHead {
  /// This is the head.
  ///
  /// @param heads all nodes that may become it, this one first
  /// @param storage where runs of this cluster are kept unless they say otherwise; empty is nowhere
  record Welcome(long term, List<HeadAddress> heads, String storage) implements FromHead {}

  /// This is a node, and the head is elsewhere: at the first of these, as far as is known here.
  record Elsewhere(List<HeadAddress> heads) implements FromHead {}

  /// Tells a driver what is its own; the nodes let it in.
  record Granted(String run, HeadGrant grant) implements FromHead {}

  /// Tells a driver what it waits for.
  ///
  /// @param possible whether the cluster has, or had, nodes enough for it
  record Waits(String run, String why, boolean possible) implements FromHead {}

  /// Tells a driver that what it asks for cannot be had here.
  record Refused(String run, String why) implements FromHead {}

  /// What there is and who has it.
  record Told(long question, ClusterStatus status) implements FromHead {}

  /// Where a node is called; empty where there is none of this name.
  record Found(long question, Optional<NodeAddress> address) implements FromHead {}

  /// What was asked for is done, or under way.
  record Done(long question, String words) implements FromHead {}

  /// What was asked for cannot be done.
  record NotDone(long question, String why) implements FromHead {}
}
