package dev.manta.torch.internal.ddp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import java.time.Duration;
import java.util.Optional;

/// Ends the calls of a group of PyTorch's when Manta's group of the same ranks has ended: PyTorch's
/// would wait for a lost rank until their time is up.
final class Watch implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration NEWS_MAX = Duration.ofSeconds(2);

  private final Collectives group;
  private final Thread thread;

  private Watch(Collectives group, Runnable end) {
    this.group = group;
    this.thread = Thread.ofVirtual().name("manta-torch-watch").start(() -> watch(end));
  }

  static Watch over(Collectives group, Runnable end) {
    return new Watch(group, end);
  }

  private void watch(Runnable end) {
    try {
      while (group.aborted().isEmpty()) {
        Thread.sleep(PAUSE);
      }
      end.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// What an error of PyTorch's means: where the group ends within a moment, a rank was lost.
  RuntimeException explain(RuntimeException error) {
    Optional<Cause> cause = news(System.nanoTime() + NEWS_MAX.toNanos());
    if (cause.isEmpty()) {
      return error;
    }
    var aborted = new CollectiveAborted(cause.get(), "rank " + group.rank() + " in backward");
    aborted.addSuppressed(error);
    return aborted;
  }

  private Optional<Cause> news(long end) {
    Optional<Cause> cause = group.aborted();
    try {
      while (cause.isEmpty() && System.nanoTime() < end) {
        Thread.sleep(PAUSE);
        cause = group.aborted();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return cause;
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
