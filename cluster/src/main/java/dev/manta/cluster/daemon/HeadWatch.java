package dev.manta.cluster.daemon;

import dev.manta.cluster.desk.Member;
import dev.manta.cluster.member.Membership;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkNews;
import dev.manta.internal.link.ResumableLink;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// How a candidate sees sooner than the failure detector that the head is dead: its link breaks,
/// and the head's machine says that nobody listens there. A daemon listens as long as it lives, so
/// it is buried at once; a machine that says nothing is left to the failure detector.
///
/// @param own the name of this daemon's node
record HeadWatch(JoinCall call, MemberBook book, Membership membership, String own) {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");
  private static final Duration LOOK = Duration.ofMillis(500);
  private static final int CONNECT_MILLIS = 1_000;

  void start() {
    Thread.ofVirtual().name("manta-head-watch").start(this::watch);
  }

  private void watch() {
    try {
      while (!membership.isOverWithin(LOOK)) {
        Optional<Member> head = head();
        if (head.isPresent()) {
          stayWith(head.get());
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<Member> head() {
    return membership.head().filter(name -> !name.equals(own)).flatMap(book.list()::find);
  }

  private void stayWith(Member head) throws InterruptedException {
    var broken = new AtomicBoolean();
    try (ResumableLink link = call.open(head.head(), news -> note(news, broken))) {
      while (!membership.isOver() && head().filter(head::equals).isPresent()) {
        link.receive(LOOK);
        if (broken.getAndSet(false) && isDead(head)) {
          LOG.log(Level.WARNING, "the daemon of the head, {0}, is dead", head.name());
          membership.bury(new Membership.Place(head.host(), head.memberPort()));
        }
      }
    } catch (LinkLost over) {
      LOG.log(Level.INFO, "the link with the head is over: {0}", over.getMessage());
    }
  }

  private static void note(LinkNews news, AtomicBoolean broken) {
    if (news instanceof LinkNews.Broken) {
      broken.set(true);
    }
  }

  private static boolean isDead(Member head) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(head.host(), head.port()), CONNECT_MILLIS);
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException unclear) {
      return false;
    }
  }
}
