package dev.manta.cluster.daemon;

import dev.manta.cluster.desk.JoinMessage;
import dev.manta.cluster.desk.Newcomer;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// How a daemon is let into a cluster: it asks whoever may be the head, one after the other, and
/// whomever they name.
record Joining(JoinCall call, Newcomer newcomer) {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");

  /// A head takes callers a moment after its daemon is found.
  private static final long FIRST_PAUSE_MILLIS = 25;

  private static final long PAUSE_MILLIS_MAX = 300;

  /// Empty if nobody answered within the limit.
  Optional<JoinMessage.Joined> join(List<HeadAddress> heads, Duration limit)
      throws InterruptedException {
    Deque<HeadAddress> next = new ArrayDeque<>(heads);
    long pause = FIRST_PAUSE_MILLIS;
    long end = System.nanoTime() + limit.toNanos();
    do {
      HeadAddress head = next.removeFirst();
      next.addLast(head);
      switch (call.ask(head, new JoinMessage.Asks(newcomer))) {
        case JoinCall.Outcome.Answered(JoinMessage.Joined joined) -> {
          return Optional.of(joined);
        }
        case JoinCall.Outcome.Answered(JoinMessage.NotJoined(String why)) -> throw refused(why);
        case JoinCall.Outcome.Answered(JoinMessage.Elsewhere(var others)) -> follow(next, others);
        case JoinCall.Outcome.Answered(JoinMessage other) -> throw refused("it said " + other);
        case JoinCall.Outcome.Failed(String why, boolean refused) -> {
          LOG.log(Level.INFO, "{0} does not let this node in: {1}", head.text(), why);
          if (refused && next.size() == 1) {
            throw refused("%s: %s".formatted(head.text(), why));
          }
          if (refused) {
            next.remove(head); // others may be heads by now
          }
        }
      }
      Thread.sleep(pause);
      pause = Math.min(2 * pause, PAUSE_MILLIS_MAX);
    } while (System.nanoTime() < end);
    return Optional.empty();
  }

  private static void follow(Deque<HeadAddress> next, List<HeadAddress> others) {
    for (HeadAddress other : others.reversed()) {
      next.remove(other);
      next.addFirst(other);
    }
  }

  private static MantaException refused(String why) {
    return new MantaException(ErrorCode.USER, "the cluster does not let this node in: " + why);
  }
}
