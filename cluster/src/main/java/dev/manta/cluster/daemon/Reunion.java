package dev.manta.cluster.daemon;

import dev.manta.cluster.desk.JoinMessage;
import dev.manta.cluster.desk.Member;
import dev.manta.cluster.member.Membership;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/// Brings the parts of a cluster together again that were cut off from each other: a daemon that
/// sees a larger part which it does not belong to, or one with a head where its own has none, ends
/// its membership, and joins that.
///
/// @param call how others are asked
record Reunion(JoinCall call, MemberBook book, Membership membership, HeadDesk desk) {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");
  private static final Duration EVERY = Duration.ofSeconds(3);

  void start() {
    Thread.ofVirtual().name("manta-reunion").start(this::look);
  }

  private void look() {
    try {
      while (!membership.isOverWithin(EVERY)) {
        for (Member other : strangers()) {
          if (givesWayTo(other)) {
            LOG.log(
                Level.WARNING,
                "{0} is in another part of this cluster: this daemon joins it",
                other.name());
            membership.end();
            return;
          }
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Candidates that this daemon's cluster has lost.
  private List<Member> strangers() {
    Set<String> there = membership.members();
    return book.list().members().stream()
        .filter(Member::candidate)
        .filter(member -> !there.contains(member.name()))
        .toList();
  }

  private boolean givesWayTo(Member other) throws InterruptedException {
    boolean headless = membership.head().isEmpty();
    int count = membership.members().size();
    return call.ask(other.head(), new JoinMessage.Looks())
            instanceof JoinCall.Outcome.Answered(JoinMessage.Seen seen)
        && yields(headless, count, desk.isHead() ? desk.term() : 0, seen)
        && !membership.members().contains(other.name());
  }

  /// Whether this daemon's part of the cluster gives way to another one.
  ///
  /// @param term that of the head of this part
  static boolean yields(boolean headless, int count, long term, JoinMessage.Seen seen) {
    if (seen.head().isEmpty()) {
      return false;
    }
    return headless || count < seen.members() || (count == seen.members() && term > seen.term());
  }
}
