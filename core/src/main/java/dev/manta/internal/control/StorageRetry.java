package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.journal.Unreadable;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Tries storage again, with longer and longer waits, before it gives up.
///
/// @param tries how often in all
/// @param first the wait before the second try; it doubles from there
/// @param sleep lets time pass
public record StorageRetry(int tries, Duration first, Consumer<Duration> sleep) {
  /// About six seconds in all.
  public static StorageRetry real() {
    return new StorageRetry(7, Duration.ofMillis(100), StorageRetry::pause);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// An interrupt would make every try fail: it is put aside, and is there again when this returns.
  public <T> T storage(Supplier<T> work) {
    var interrupts = new Interrupts();
    try {
      return tried(() -> interrupts.aside(work));
    } finally {
      interrupts.restore();
    }
  }

  private <T> T tried(Supplier<T> work) {
    Duration wait = first;
    for (int done = 1; ; done++) {
      try {
        return work.get();
      } catch (MantaException e) {
        if (done >= tries || e.code() != ErrorCode.STORAGE || e instanceof Unreadable) {
          throw e;
        }
        sleep.accept(wait);
        wait = wait.multipliedBy(2);
      }
    }
  }

  /// The interrupts of this thread while it must not be interrupted.
  private static final class Interrupts {
    private boolean any;

    <T> T aside(Supplier<T> work) {
      any |= Thread.interrupted();
      return work.get();
    }

    void restore() {
      if (any) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
