package dev.manta.internal.journal;

import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Puts finished segments into storage, in order, trying again while storage fails.
///
/// Any thread adds; one takes turns.
final class SealQueue {
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// So many that wait stay open, so that they are there even if somebody deletes them.
  private static final int HELD_OPEN_MAX = 256;

  private final Segments segments;
  private final MetricsListener listener;
  private final boolean durableWhenSealed;
  private final Deque<OpenSegment> queue = new ArrayDeque<>();
  private boolean closing;
  private int triesSinceClosing;
  private volatile boolean deposed;
  private volatile long lastUsed;

  /// @param durableWhenSealed whether the listener hears here that rows are durable
  SealQueue(Segments segments, MetricsListener listener, boolean durableWhenSealed) {
    this.segments = segments;
    this.listener = listener;
    this.durableWhenSealed = durableWhenSealed;
  }

  /// A segment gets no more rows.
  synchronized void add(OpenSegment segment) {
    if (queue.size() >= HELD_OPEN_MAX) {
      segment.close();
    }
    queue.add(segment);
  }

  /// Whether nothing waits to be sealed.
  synchronized boolean isEmpty() {
    return queue.isEmpty();
  }

  /// The number under which the newest segment was sealed.
  long lastUsed() {
    return lastUsed;
  }

  /// Whether another controller has taken a segment away to seal it itself.
  boolean isDeposed() {
    return deposed;
  }

  /// No more segments come. What storage does not take now stays where it is for the next start.
  synchronized void close() {
    closing = true;
  }

  /// Seals the oldest segment; how many nanoseconds there is nothing to do from here, or
  /// [MetricsWork#OVER].
  long turn() {
    OpenSegment segment = first();
    if (segment == null) {
      return whenEmpty();
    }
    boolean sealed = sealed(segment);
    if (sealed || isGivenUp()) {
      remove(segment);
    }
    return deposed ? MetricsWork.OVER : sealed || isClosing() ? 0 : RETRY_NANOS;
  }

  private synchronized @Nullable OpenSegment first() {
    return deposed ? null : queue.peek();
  }

  private synchronized long whenEmpty() {
    return closing || deposed ? MetricsWork.OVER : Long.MAX_VALUE;
  }

  private synchronized boolean isClosing() {
    return closing;
  }

  /// Once this is closing there are two more tries.
  private synchronized boolean isGivenUp() {
    return closing && ++triesSinceClosing >= 2;
  }

  private synchronized void remove(OpenSegment segment) {
    queue.remove();
    triesSinceClosing = 0;
    segment.close();
  }

  private boolean sealed(OpenSegment segment) {
    try {
      put(segment);
      listener.sealed();
      return true;
    } catch (MantaException e) {
      listener.notSealed(e);
      return false;
    }
  }

  private void put(OpenSegment segment) {
    try {
      boolean ours = segment.isOurs();
      if (!ours && listener.takenOver()) {
        deposed = true;
        return;
      }
      lastUsed = segments.seal(segment.number(), segment.content());
      if (durableWhenSealed) {
        listener.durable(segment.position());
      }
      segments.open().delete(segment.name());
      if (!ours) {
        listener.warning(segment.at() + " was deleted before it was sealed; it was sealed anyway");
      }
    } catch (NoSuchFileException lost) {
      listener.warning(segment.at() + " was deleted before it was sealed; its reports are lost");
    } catch (IOException e) {
      throw segments.failure("seal " + segment.name() + " in", e);
    }
  }
}
