package dev.manta.cluster.head;

import dev.manta.cluster.Resources;

/// What a head does.
public sealed interface HeadEffect {
  /// Something for a node, which answers with what it then is; twice is as good as once.
  sealed interface ForNode extends HeadEffect {
    String node();

    /// Which one it is of all that this head has sent.
    long number();
  }

  /// Asks a node to set aside capacity for so many workers of a claim, those included that it has.
  record Reserve(String node, long number, String claim, int workers, Resources each)
      implements ForNode {}

  /// Tells a node that a claim has nothing of it any more.
  record Release(String node, long number, String claim) implements ForNode {}

  /// Tells a node to leave: it remembers, and tells the next head.
  record Drain(String node, long number) implements ForNode {}

  /// Tells a driver what is its own.
  record Granted(String claim, Allotment grant) implements HeadEffect {}

  /// Tells a driver what it waits for.
  ///
  /// @param possible whether the cluster has, or had, nodes enough for it
  record Waits(String claim, String why, boolean possible) implements HeadEffect {}

  /// Tells a driver that what it asks for cannot be had here.
  record Refused(String claim, String why) implements HeadEffect {}
}
