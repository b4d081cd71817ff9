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
/// @param longest the longest wait
/// @param sleep lets time pass
/// @param failed hears of each failure that is not the last
public record StorageRetry(
    int tries,
    Duration first,
    Duration longest,
    Consumer<Duration> sleep,
    Consumer<MantaException> failed) {
  private static final int TRIES = 7;
  private static final int PATIENT_TRIES = 125;
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /// One whose waits double up to the last.
  public StorageRetry(int tries, Duration first, Consumer<Duration> sleep) {
    this(tries, first, Duration.ofDays(1), sleep, _ -> {});
  }

  /// About six seconds in all: for who waits for an answer.
  public static StorageRetry real() {
    return new StorageRetry(TRIES, Duration.ofMillis(100), StorageRetry::pause);
  }

  /// The same for what trains, and has more to lose: about ten minutes in all, for as long as
  /// reports wait too.
  ///
  /// @param listener hears of each failure that is not the last
  StorageRetry patient(Consumer<MantaException> listener) {
    return new StorageRetry(PATIENT_TRIES, first, LONGEST, sleep, listener);
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// An interrupt would make every try fail: it is put aside, and is there again when this returns.
  /// Who is interrupted waits for seconds at most from then on.
  public <T> T storage(Supplier<T> work) {
    var interrupts = new Interrupts();
    try {
      return tried(work, interrupts);
    } finally {
      interrupts.restore();
    }
  }

  private <T> T tried(Supplier<T> work, Interrupts interrupts) {
    Duration wait = first;
    for (int left = tries - 1; ; left--) {
      if (interrupts.aside()) {
        left = Math.min(left, TRIES - 1);
        wait = first;
      }
      try {
        return work.get();
      } catch (MantaException e) {
        if (left <= 0 || e.code() != ErrorCode.STORAGE || e instanceof Unreadable) {
          throw e;
        }
        failed.accept(e);
        sleep.accept(wait);
        wait = wait.multipliedBy(2).compareTo(longest) < 0 ? wait.multipliedBy(2) : longest;
      }
    }
  }

  /// The interrupts of this thread while it must not be interrupted.
  private static final class Interrupts {
    private boolean any;

    /// Says whether there was a first one.
    boolean aside() {
      boolean interrupted = Thread.interrupted();
      boolean first = interrupted && !any;
      any |= interrupted;
      return first;
    }

    void restore() {
      if (any) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
