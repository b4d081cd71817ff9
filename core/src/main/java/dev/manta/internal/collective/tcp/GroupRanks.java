package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.tcp.link.Deadline;
import dev.manta.internal.collective.tcp.link.GroupListener;
import dev.manta.internal.collective.tcp.link.LinkHello;
import dev.manta.internal.collective.tcp.link.LinkKind;
import dev.manta.internal.collective.tcp.link.PeerLink;
import dev.manta.internal.collective.tcp.link.Sockets;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/// The ranks of one group over a switchboard: position in the group, rank on the board.
@SuppressWarnings("ArrayRecordComponent") // never compared
record GroupRanks(
    GroupListener board, long group, int me, int[] ranks, Terms terms, HeardRanks heard) {
  GroupRanks(GroupListener board, long group, int me, int[] ranks, Terms terms) {
    this(board, group, me, ranks, terms, new HeardRanks(ranks.length));
  }

  /// How members wait: for how long, whether there are more of them than cores, and what ends the
  /// forming of their group early.
  record Terms(Duration limit, boolean crowded, Runnable check) {
    Terms(Duration limit, boolean crowded) {
      this(limit, crowded, () -> {});
    }

    Terms withCheck(Runnable other) {
      return new Terms(limit, crowded, other);
    }
  }

  int size() {
    return ranks.length;
  }

  /// Whether a member is on another host.
  boolean isElsewhere(int member) {
    return board.isElsewhere(ranks[member]);
  }

  /// A member for the person who reads of it.
  String named(int member) {
    return "rank " + member + " at " + board.host(ranks[member]);
  }

  LinkWait patience() {
    return new LinkWait(terms.limit(), terms.crowded());
  }

  /// Gives a link for data the space that members need who share cores.
  void prepare(SocketChannel channel) throws IOException {
    if (terms.crowded()) {
      Sockets.crowd(channel);
    }
  }

  /// Opens a link to a member; the higher rank calls for the lanes that both sides use.
  PeerLink open(int member, LinkKind kind) throws IOException {
    return member < me ? call(member, kind, terms.check()) : await(member, kind, terms.check());
  }

  PeerLink call(int member, LinkKind kind, Runnable check) throws IOException {
    return board.call(hello(kind, me, member), ranks[member], deadline(check));
  }

  PeerLink await(int member, LinkKind kind, Runnable check) throws IOException {
    return board.await(hello(kind, member, me), ranks[member], deadline(check));
  }

  private Deadline deadline(Runnable check) {
    return Deadline.in(terms.limit(), check);
  }

  @SuppressWarnings("EnumOrdinal") // both sides run the same jars
  private LinkHello hello(LinkKind kind, int from, int to) {
    return new LinkHello(group, kind.ordinal(), ranks[from], ranks[to]);
  }

  /// The roster of a group of some of these members.
  GroupRanks part(long number, int[] members, Runnable check) {
    int[] chosen = new int[members.length];
    int mine = -1;
    for (int i = 0; i < members.length; i++) {
      chosen[i] = ranks[members[i]];
      mine = members[i] == me ? i : mine;
    }
    return new GroupRanks(board, number, mine, chosen, terms.withCheck(check));
  }
}
