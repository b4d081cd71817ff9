package dev.manta.cluster.desk;

import dev.manta.internal.head.HeadAddress;
import java.util.List;

/// What a newcomer and a head say to each other.
public sealed interface JoinMessage {
  /// The version of what they speak.
  int VERSION = 1;

  /// A daemon asks to be let in.
  record Asks(Newcomer newcomer) implements JoinMessage {}

  /// It is: whoever is on the list knows it by its print, and the other way round.
  ///
  /// @param head the name of the head's node
  /// @param tokens those that a candidate must take, too
  record Joined(String head, MemberList members, List<String> tokens) implements JoinMessage {
    public Joined {
      tokens = List.copyOf(tokens);
    }
  }

  /// It is not.
  record NotJoined(String why) implements JoinMessage {}

  /// Somebody else is the head.
  record Elsewhere(List<HeadAddress> heads) implements JoinMessage {
    public Elsewhere {
      heads = List.copyOf(heads);
    }
  }

  /// A daemon asks which cluster this is; it goes nowhere for it.
  record Looks() implements JoinMessage {}

  /// The cluster that a daemon belongs to.
  ///
  /// @param head the name of the head's node; empty while there is none
  /// @param members how many daemons it sees
  record Seen(String head, long term, int members) implements JoinMessage {}
}
