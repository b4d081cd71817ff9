package dev.manta.dashboard.internal.api;

import dev.manta.internal.head.ClusterStatus;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.head.HeadLink;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The head of a cluster, which is called when somebody first wants to know something. What it says
/// is the same for all who ask within a second, and so is that it does not answer.
public final class CalledHead implements AutoCloseable {
  private static final Duration ANSWERS = Duration.ofSeconds(10);
  private static final long KNOWN_NANOS = Duration.ofSeconds(1).toNanos();

  private final HeadAddress address;
  private final LinkToken token;
  private final Duration answers;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable HeadLink link;
  private @Nullable ClusterStatus known;
  private @Nullable RuntimeException problem;
  private long knownNanos;

  public CalledHead(HeadAddress address, LinkToken token) {
    this(address, token, ANSWERS);
  }

  /// @param answers how long it may take to answer
  CalledHead(HeadAddress address, LinkToken token, Duration answers) {
    this.address = address;
    this.token = token;
    this.answers = answers;
  }

  /// Nodes, who has what of them, who waits and for what.
  ClusterStatus status() {
    lock.lock();
    try {
      boolean isKnown = System.nanoTime() - knownNanos < KNOWN_NANOS;
      if (isKnown && problem != null) {
        throw problem;
      }
      ClusterStatus before = known;
      return isKnown && before != null ? before : ask();
    } finally {
      lock.unlock();
    }
  }

  private ClusterStatus ask() {
    known = null;
    problem = null;
    try {
      ClusterStatus now = link().status();
      known = now;
      return now;
    } catch (RuntimeException e) {
      problem = e;
      throw e;
    } finally {
      knownNanos = System.nanoTime();
    }
  }

  /// A link that is lost is opened again by itself.
  private HeadLink link() {
    HeadLink opened = link;
    if (opened == null) {
      opened = HeadLink.call(address, token, PinnedTls.ofProcess(), _ -> {});
      link = opened;
    }
    return opened.connected(answers);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (link != null) {
        link.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
