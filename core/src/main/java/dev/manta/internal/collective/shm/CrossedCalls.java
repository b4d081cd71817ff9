package dev.manta.internal.collective.shm;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallKind;
import dev.manta.internal.collective.CallMismatch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Sees that members of a group which is being made wait for each other in different calls: one of
/// them makes another group with this rank, or is in a call of all.
///
/// What is seen once may be a member that is already done here and has continued; then this rank is
/// done as well and looks no second time.
final class CrossedCalls {
  private final ControlPages pages;
  private final int rank;
  private final CallHeader header;
  private final int[] members;
  private final Map<Long, Long> made;
  private boolean suspected;

  /// @param made how many groups of each name this rank has made
  CrossedCalls(
      ControlPages pages, int rank, CallHeader header, int[] members, Map<Long, Long> made) {
    this.pages = pages;
    this.rank = rank;
    this.header = header;
    this.members = members;
    this.made = made;
    pages.grouping(rank, header.detail(), number(header.detail()), members);
  }

  private long number(long name) {
    return made.getOrDefault(name, 0L) + 1;
  }

  /// Throws when two looks, one after the other, have seen it.
  void look(long step) {
    CallMismatch now = find(step);
    if (now != null && suspected) {
      throw now;
    }
    suspected = now != null;
  }

  private @Nullable CallMismatch find(long step) {
    for (int member : members) {
      if (pages.step(member) > step) {
        return new CallMismatch(rank, header, member, pages.newest(member));
      }
      if (makesAnother(member)) {
        return new CallMismatch(rank, header, member, group(member));
      }
    }
    return null;
  }

  private boolean makesAnother(int member) {
    long name = pages.grouping(member);
    return name != 0
        && name != header.detail()
        && pages.groupsWith(member, rank)
        && pages.groupingNumber(member) >= number(name)
        && pages.grouping(member) == name;
  }

  private CallHeader group(int member) {
    long signature = CallHeader.signature(CallKind.GROUP);
    return new CallHeader(0, signature, pages.groupingSize(member), pages.grouping(member), 0, 0);
  }
}
