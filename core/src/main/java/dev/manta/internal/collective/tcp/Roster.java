package dev.manta.internal.collective.tcp;

import java.io.IOException;
import java.time.Duration;

/// The ranks of one group over a switchboard: position in the group, rank on the board.
@SuppressWarnings("ArrayRecordComponent") // never compared
record Roster(Switchboard board, long group, int me, int[] ranks, Duration limit, boolean crowded) {
  int size() {
    return ranks.length;
  }

  Patience patience() {
    return new Patience(limit, crowded);
  }

  /// Opens a link to a member; the higher rank calls for the lanes that both sides use.
  Link open(int member, Lane lane) throws IOException {
    return member < me ? call(member, lane) : await(member, lane);
  }

  Link call(int member, Lane lane) throws IOException {
    return board.call(hello(lane, me, member), ranks[member], Switchboard.deadline(limit));
  }

  Link await(int member, Lane lane) throws IOException {
    return board.await(hello(lane, member, me), ranks[member], Switchboard.deadline(limit));
  }

  @SuppressWarnings("EnumOrdinal") // both sides run the same jars
  private Hello hello(Lane lane, int from, int to) {
    return new Hello(group, lane.ordinal(), ranks[from], ranks[to]);
  }

  /// The roster of a group of some of these members.
  Roster part(long number, int[] members) {
    int[] chosen = new int[members.length];
    int mine = -1;
    for (int i = 0; i < members.length; i++) {
      chosen[i] = ranks[members[i]];
      mine = members[i] == me ? i : mine;
    }
    return new Roster(board, number, mine, chosen, limit, crowded);
  }
}
