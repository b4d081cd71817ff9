package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.tcp.link.PeerLink;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What is known about one rank, and the link that brings news from it.
final class PeerState {
  private static final long TELL_NANOS = 1_000_000_000L;

  private final int rank;
  private final PeerLink link;
  private final ByteBuffer[] incoming = {ByteBuffer.allocate(PeerNews.HEAD + PeerNews.TEXT_MAX)};
  private volatile boolean left;
  private volatile boolean gone;
  private volatile @Nullable String place;

  PeerState(int rank, PeerLink link) {
    this.rank = rank;
    this.link = link;
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
  synchronized void tell(PeerNews news) {
    ByteBuffer[] message = {ByteBuffer.wrap(news.bytes())};
    long deadline = System.nanoTime() + TELL_NANOS;
    try {
      while ((message[0].hasRemaining() || !link.flush()) && System.nanoTime() - deadline < 0) {
        if (link.write(message, 1) == 0) {
          LockSupport.parkNanos(100_000);
        }
      }
    } catch (IOException _) {
      // whoever is gone hears nothing; the watch says so
    }
  }

  /// Reads the next news, null if none is complete.
  @Nullable PeerNews hear() throws IOException {
    ByteBuffer buffer = incoming[0];
    while (true) {
      if (link.read(incoming, 1) < 0) {
        throw new EOFException("the connection was closed");
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
      case PeerNews.Ended _ -> {}
    }
  }
}
