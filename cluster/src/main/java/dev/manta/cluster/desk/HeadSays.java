package dev.manta.cluster.desk;

import dev.manta.cluster.head.HeadEffect;
import java.time.Duration;

/// What a head says to a node.
public sealed interface HeadSays {
  /// That of the head; nodes do not listen to lower ones than they have heard.
  long term();

  /// This is the head now.
  record Reigns(long term) implements HeadSays {}

  /// Asks for something of the node's account.
  record Asks(long term, HeadEffect.ForNode effect) implements HeadSays {}

  /// The driver of a run has this print.
  record Introduces(long term, String run, String print) implements HeadSays {}

  /// The node is to leave.
  record Leaves(long term, Duration within, String why) implements HeadSays {}

  /// Who belongs to the cluster.
  record Lists(MemberList members) implements HeadSays {
    @Override
    public long term() {
      return members.term();
    }
  }
}
