package dev.manta.internal.collective.tcp;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Links that members have opened and nobody has taken yet.
final class Arrivals implements AutoCloseable {
  private final Map<Hello, Link> links = new HashMap<>();
  private boolean closed;

  synchronized void put(Hello hello, Link link) throws IOException {
    if (closed || links.containsKey(hello)) {
      throw new IOException(closed ? "this process has left" : "it called twice");
    }
    links.put(hello, link);
    notifyAll();
  }

  /// Waits for a link; null past the deadline.
  synchronized @Nullable Link take(Hello hello, Deadline deadline) throws IOException {
    try {
      while (!links.containsKey(hello) && !closed && !deadline.passed()) {
        wait(Deadline.LOOK_MILLIS);
      }
      return links.remove(hello);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a member was awaited");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    links.values().forEach(Link::close);
    links.clear();
    notifyAll();
  }
}
