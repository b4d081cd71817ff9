package dev.manta.cluster.desk;

import dev.manta.internal.head.FromHead;

/// What a head wants done.
public sealed interface HeadDoes {
  /// Says something to a node.
  record TellNode(String node, HeadSays said) implements HeadDoes {}

  /// Says something to a driver or a command.
  record TellDriver(long session, FromHead said) implements HeadDoes {}

  /// Lets a newcomer in, or says why not.
  ///
  /// @param candidate whether it may become the head
  record Answer(long session, JoinMessage answer, boolean candidate) implements HeadDoes {}

  /// Keeps a list of members, which is newer.
  record Keep(MemberList members) implements HeadDoes {}

  /// Ends the membership of a daemon.
  record Evict(Member member) implements HeadDoes {}
}
