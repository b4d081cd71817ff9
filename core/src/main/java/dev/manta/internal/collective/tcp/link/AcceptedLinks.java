package dev.manta.internal.collective.tcp.link;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Links that members have opened and nobody has taken yet.
final class AcceptedLinks implements AutoCloseable {
  private final Map<LinkHello, PeerLink> links = new HashMap<>();
  private boolean closed;

  synchronized void put(LinkHello hello, PeerLink link) throws IOException {
    if (closed || links.containsKey(hello)) {
      throw new IOException(closed ? "this process has left" : "it called twice");
    }
    links.put(hello, link);
    notifyAll();
  }

  /// Waits for a link; null past the deadline.
  synchronized @Nullable PeerLink take(LinkHello hello, Deadline deadline) throws IOException {
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
    links.values().forEach(PeerLink::close);
    links.clear();
    notifyAll();
  }
}
