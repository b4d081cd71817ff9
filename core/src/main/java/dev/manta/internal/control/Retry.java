package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.journal.Unreadable;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Tries storage again, with longer and longer waits, before it gives up.
///
/// @param tries how often in all
/// @param first the wait before the second try; it doubles from there
/// @param sleep lets time pass
public record Retry(int tries, Duration first, Consumer<Duration> sleep) {
  /// About six seconds in all.
  public static Retry real() {
    return new Retry(7, Duration.ofMillis(100), Retry::pause);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public <T> T storage(Supplier<T> work) {
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
}
