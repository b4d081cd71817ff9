package dev.manta.cluster.desk;

import dev.manta.internal.head.ToHead;

/// What a head hears.
public sealed interface HeadHears {
  /// A node has said what it is.
  record Reported(NodeReport report) implements HeadHears {}

  /// A daemon is a member of the cluster.
  record Up(String node) implements HeadHears {}

  /// A daemon is none any more.
  ///
  /// @param left whether it said so before
  record Gone(String node, boolean left) implements HeadHears {}

  /// A daemon does not answer others, or does again.
  record Reached(String node, boolean reached) implements HeadHears {}

  /// A driver or a command has said something.
  ///
  /// @param session the number of its link
  /// @param print that of its certificate
  record Said(long session, String print, ToHead message) implements HeadHears {}

  /// A daemon wants to join.
  record Joins(long session, String print, Newcomer newcomer) implements HeadHears {}

  /// Nothing has happened, for a while.
  record TimePassed() implements HeadHears {}
}
