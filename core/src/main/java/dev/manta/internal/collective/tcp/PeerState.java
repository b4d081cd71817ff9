package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.tcp.link.PeerLink;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What is known about one rank, and the link that brings news from it.
final class PeerState {
  private static final long TELL_NANOS = 1_000_000_000L;

  private final int rank;
  private final PeerLink link;
  private final HeardRanks heard;
  private final ReentrantLock telling = new ReentrantLock();
  private final ByteBuffer[] outgoing = {ByteBuffer.allocate(0)};
  private final ByteBuffer[] incoming = {ByteBuffer.allocate(PeerNews.HEAD + PeerNews.TEXT_MAX)};
  private volatile boolean left;
  private volatile boolean gone;
  private volatile @Nullable String place;

  PeerState(int rank, PeerLink link, HeardRanks heard) {
    this.rank = rank;
    this.link = link;
    this.heard = heard;
    incoming[0].limit(PeerNews.HEAD);
  }

  int rank() {
    return rank;
  }

  PeerLink link() {
    return link;
  }

  boolean hasLeft() {
    return left;
  }

  boolean isGone() {
    return gone;
  }

  void gone() {
    gone = true;
  }

  Optional<String> place() {
    return Optional.ofNullable(place);
  }

  /// Tells news; a rank that cannot hear them within a second does without.
  void tell(PeerNews news) {
    telling.lock();
    try {
      long deadline = System.nanoTime() + TELL_NANOS;
      if (isToldBy(deadline)) {
        outgoing[0] = ByteBuffer.wrap(news.bytes());
        isToldBy(deadline);
      }
    } catch (IOException _) {
      // whoever is gone hears nothing; the watch says so
    } finally {
      telling.unlock();
    }
  }

  /// Says that this rank lives, unless something else is being said or waits to be: never waits.
  void beat() {
    if (!telling.tryLock()) {
      return;
    }
    try {
      if (isTold()) {
        outgoing[0] = ByteBuffer.wrap(new PeerNews.Beat().bytes());
        isTold();
      }
    } catch (IOException _) {
      // the watch says so
    } finally {
      telling.unlock();
    }
  }

  private boolean isToldBy(long deadline) throws IOException {
    boolean told = isTold();
    while (!told && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(100_000);
      told = isTold();
    }
    return told;
  }

  /// Whether all that was to be said has left; tries to make it so. Half a message is finished
  /// before the next one begins.
  private boolean isTold() throws IOException {
    if (outgoing[0].hasRemaining()) {
      link.write(outgoing, 1);
    }
    return link.flush() && !outgoing[0].hasRemaining();
  }

  /// Reads the next news, null if none is complete.
  @Nullable PeerNews hear() throws IOException {
    ByteBuffer buffer = incoming[0];
    while (true) {
      long count = link.read(incoming, 1);
      if (count < 0) {
        throw new EOFException("the connection was closed");
      }
      if (count > 0) {
        heard.note(rank);
      }
      if (buffer.hasRemaining()) {
        return null;
      }
      if (buffer.limit() > PeerNews.HEAD || buffer.getInt(8) == 0) {
        return parse(buffer);
      }
      buffer.limit(PeerNews.HEAD + Math.clamp(buffer.getInt(8), 0, PeerNews.TEXT_MAX));
    }
  }

  private PeerNews parse(ByteBuffer buffer) throws IOException {
    int length = buffer.limit() - PeerNews.HEAD;
    String text = StandardCharsets.UTF_8.decode(buffer.slice(PeerNews.HEAD, length)).toString();
    PeerNews news = PeerNews.of(buffer.getInt(0), buffer.getInt(4), text);
    buffer.clear().limit(PeerNews.HEAD);
    note(news);
    return news;
  }

  private void note(PeerNews news) {
    switch (news) {
      case PeerNews.Left() -> left = true;
      case PeerNews.Place(String text) -> place = text;
      case PeerNews.Ended _, PeerNews.Beat _ -> {}
    }
  }
}
