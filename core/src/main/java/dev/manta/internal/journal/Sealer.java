package dev.manta.internal.journal;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Puts finished segments into storage, in order, trying again while storage fails.
final class Sealer implements AutoCloseable {
  private static final Duration CLOSE_MAX = Duration.ofSeconds(20);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /// So many that wait stay open, so that they are there even if somebody deletes them.
  private static final int HELD_OPEN_MAX = 256;

  /// A segment that gets no more rows, or the end.
  private sealed interface Finished {
    record Rows(OpenSegment segment) implements Finished {}

    record End() implements Finished {}
  }

  private final Segments segments;
  private final MetricsListener listener;
  private final BlockingQueue<Finished> queue = new LinkedBlockingQueue<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean deposed;
  private volatile long lastUsed;

  Sealer(Segments segments, MetricsListener listener) {
    this.segments = segments;
    this.listener = listener;
    this.thread = Thread.ofPlatform().name("manta-sealer").daemon().start(this::sealAll);
  }

  void seal(OpenSegment segment) {
    if (queue.size() >= HELD_OPEN_MAX) {
      segment.close();
    }
    queue.add(new Finished.Rows(segment));
  }

  /// The number under which the newest segment was sealed.
  long lastUsed() {
    return lastUsed;
  }

  /// Whether another controller has taken a segment away to seal it itself.
  boolean isDeposed() {
    return deposed;
  }

  private void sealAll() {
    try {
      while (queue.take() instanceof Finished.Rows(OpenSegment segment) && !deposed) {
        try (segment) {
          sealUntilDone(segment);
        }
      }
    } catch (InterruptedException e) {
      // Closing took too long: the rest is sealed by the next start.
      Thread.currentThread().interrupt();
    } catch (Throwable unexpected) {
      listener.broken(unexpected);
    }
  }

  /// Tries until it works; once this is closing, one more time.
  private void sealUntilDone(OpenSegment segment) throws InterruptedException {
    boolean last = false;
    while (!sealed(segment) && !last) {
      last = closing.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
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
      Files.deleteIfExists(segment.file());
      if (!ours) {
        listener.warning(
            segment.file() + " was deleted before it was sealed; it was sealed anyway");
      }
    } catch (NoSuchFileException lost) {
      listener.warning(segment.file() + " was deleted before it was sealed; its reports are lost");
    } catch (IOException e) {
      throw StorageFailure.of("seal", Location.of(segment.file()), e);
    }
  }

  /// Seals what is left; what storage does not take now stays where it is for the next start.
  @Override
  public void close() {
    queue.add(new Finished.End());
    closing.countDown();
    try {
      if (!thread.join(CLOSE_MAX)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
