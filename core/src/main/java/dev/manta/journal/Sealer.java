package dev.manta.journal;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// Puts finished segments into storage, in order, trying again while storage fails.
final class Sealer implements AutoCloseable {
  private static final Duration CLOSE_MAX = Duration.ofSeconds(20);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /// A segment that gets no more rows; number 0 is the end.
  private record Finished(long number, Path file) {
    static final Finished END = new Finished(0, Path.of(""));

    boolean isEnd() {
      return number == 0;
    }
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

  void seal(long number, Path file) {
    queue.add(new Finished(number, file));
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
      for (Finished next = queue.take(); !next.isEnd() && !deposed; next = queue.take()) {
        sealUntilDone(next);
      }
    } catch (InterruptedException e) {
      // Closing took too long: the rest is sealed by the next start.
      Thread.currentThread().interrupt();
    }
  }

  /// Tries until it works; once this is closing, one more time.
  private void sealUntilDone(Finished finished) throws InterruptedException {
    boolean last = false;
    while (!sealed(finished) && !last) {
      last = closing.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private boolean sealed(Finished finished) {
    try {
      seal(finished);
      return true;
    } catch (MantaException e) {
      listener.failed(e);
      return false;
    }
  }

  private void seal(Finished finished) {
    try {
      lastUsed = segments.seal(finished.number(), Files.readAllBytes(finished.file()));
      Files.deleteIfExists(finished.file());
    } catch (NoSuchFileException taken) {
      deposed = true;
    } catch (IOException e) {
      throw StorageFailure.of("seal", Location.of(finished.file()), e);
    }
  }

  /// Seals what is left; what storage does not take now stays where it is for the next start.
  @Override
  public void close() {
    queue.add(Finished.END);
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
