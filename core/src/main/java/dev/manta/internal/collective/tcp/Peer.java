package dev.manta.internal.collective.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What is known about one rank, and the link that brings news from it.
final class Peer {
  private static final long TELL_NANOS = 1_000_000_000L;

  private final int rank;
  private final Link link;
  private final ByteBuffer[] incoming = {ByteBuffer.allocate(News.HEAD + News.TEXT_MAX)};
  private volatile boolean left;
  private volatile boolean gone;
  private volatile @Nullable String place;

  Peer(int rank, Link link) {
    this.rank = rank;
    this.link = link;
    incoming[0].limit(News.HEAD);
  }

  int rank() {
    return rank;
  }

  Link link() {
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
  synchronized void tell(News news) {
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
  @Nullable News hear() throws IOException {
    ByteBuffer buffer = incoming[0];
    while (true) {
      if (link.read(incoming, 1) < 0) {
        throw new EOFException("the connection was closed");
      }
      if (buffer.hasRemaining()) {
        return null;
      }
      if (buffer.limit() > News.HEAD || buffer.getInt(8) == 0) {
        return parse(buffer);
      }
      buffer.limit(News.HEAD + Math.clamp(buffer.getInt(8), 0, News.TEXT_MAX));
    }
  }

  private News parse(ByteBuffer buffer) throws IOException {
    int length = buffer.limit() - News.HEAD;
    String text = StandardCharsets.UTF_8.decode(buffer.slice(News.HEAD, length)).toString();
    News news = News.of(buffer.getInt(0), buffer.getInt(4), text);
    buffer.clear().limit(News.HEAD);
    note(news);
    return news;
  }

  private void note(News news) {
    switch (news) {
      case News.Left() -> left = true;
      case News.Place(String text) -> place = text;
      case News.Ended _ -> {}
    }
  }
}
