package dev.manta.internal.collective;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sees that members of a group which is being made wait for each other in different calls: one of
/// them makes another group with this rank, or is in a call of all.
///
/// What is seen once may be a member that is already done here and has gone on; then this rank is
/// done as well and looks no second time.
final class Crossing {
  private final Board board;
  private final int rank;
  private final Header header;
  private final int[] members;
  private final Map<Long, Long> made;
  private boolean suspected;

  /// @param made how many groups of each name this rank has made
  Crossing(Board board, int rank, Header header, int[] members, Map<Long, Long> made) {
    this.board = board;
    this.rank = rank;
    this.header = header;
    this.members = members;
    this.made = made;
    board.grouping(rank, header.detail(), number(header.detail()), members);
  }

  private long number(long name) {
    return made.getOrDefault(name, 0L) + 1;
  }

  /// Throws when two looks, one after the other, have seen it.
  void look(long step) {
    Disagreement now = find(step);
    if (now != null && suspected) {
      throw now;
    }
    suspected = now != null;
  }

  private @Nullable Disagreement find(long step) {
    for (int member : members) {
      if (board.step(member) > step) {
        return new Disagreement(rank, header, member, board.newest(member));
      }
      if (makesAnother(member)) {
        return new Disagreement(rank, header, member, group(member));
      }
    }
    return null;
  }

  private boolean makesAnother(int member) {
    long name = board.grouping(member);
    return name != 0
        && name != header.detail()
        && board.groupsWith(member, rank)
        && board.groupingNumber(member) >= number(name)
        && board.grouping(member) == name;
  }

  private Header group(int member) {
    long signature = Header.signature(Kind.GROUP);
    return new Header(0, signature, board.groupingSize(member), board.grouping(member), 0, 0);
  }
}
