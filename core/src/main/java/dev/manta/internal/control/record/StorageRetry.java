package dev.manta.internal.control.record;

import static java.lang.System.Logger.Level.WARNING;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.journal.Unreadable;
import dev.manta.internal.machine.PassingTime;
import dev.manta.storage.Location;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Tries storage again, with longer and longer waits, until it has been away for too long.
///
/// @param store what storage is called when it was away for too long; empty where its last answer
///   says enough
/// @param patience how long it may be away, from the first failure on; zero is one try
/// @param time how time passes
/// @param failed hears of each failure that is not the last
public record StorageRetry(
    String store, Duration patience, PassingTime time, Consumer<MantaException> failed) {
  private static final System.Logger LOG = System.getLogger("dev.manta.storage");
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /// Half of what nanoseconds can count: the difference of two times is never more.
  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE / 2);

  /// For who waits for an answer.
  private static final Duration SOON = Duration.ofSeconds(6);

  /// What a try gets at least, of who was interrupted.
  private static final Duration LAST_TRY = Duration.ofSeconds(1);

  /// For who opens a run on a store that may come back: nobody trains yet.
  private static final Duration OPENING_MAX = Duration.ofMinutes(2);

  /// One that waits for so long, in a time of its own.
  public static StorageRetry within(Duration patience, PassingTime time) {
    return new StorageRetry("", patience, time, _ -> {});
  }

  /// Some seconds: for who waits for an answer.
  public static StorageRetry real() {
    return within(SOON, PassingTime.REAL);
  }

  /// One that never tries again.
  public static StorageRetry once() {
    return within(Duration.ZERO, PassingTime.REAL);
  }

  /// For who opens a run: what is wrong with a disk of this machine is said soon. A store may come
  /// back, and who waits for it is told.
  public static StorageRetry opening(Location root, Duration patience) {
    if (root.isLocal()) {
      return real();
    }
    Duration limit = patience.compareTo(OPENING_MAX) < 0 ? patience : OPENING_MAX;
    var log = new RetryLog(System::nanoTime, said -> LOG.log(WARNING, said), _ -> {}, limit);
    return real().patient(root.toString(), limit, cause -> log.failed(cause, "the run waits"));
  }

  /// The same for so long.
  ///
  /// @param name what storage is called
  /// @param listener hears of each failure that is not the last
  public StorageRetry patient(String name, Duration howLong, Consumer<MantaException> listener) {
    return new StorageRetry(name, howLong, time, listener);
  }

  /// An interrupt would make every try fail: it is put aside, and is there again when this returns.
  /// Who is interrupted waits for seconds at most from then on, be it within a try; who is
  /// interrupted again does not wait at all.
  public <T> T storage(Supplier<T> work) {
    var away = new Away();
    try {
      return tried(work, away);
    } finally {
      away.restoreInterrupt();
    }
  }

  private <T> T tried(Supplier<T> work, Away away) {
    while (true) {
      away.putInterruptAside();
      try {
        return away.interrupted ? away.bounded(work) : work.get();
      } catch (MantaException e) {
        if (e.code() != ErrorCode.STORAGE || e instanceof Unreadable) {
          throw e;
        }
        Duration wait = away.next();
        if (!wait.isPositive()) {
          throw away.tooLong(e);
        }
        failed.accept(e);
        time.sleep().accept(wait);
      }
    }
  }

  /// So many nanoseconds, or for ever: more than a clock that only goes forward can tell.
  static long nanos(Duration howLong) {
    return shorter(howLong, FOR_EVER).toNanos();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /// How long storage has been away in one call, and the interrupts meanwhile.
  private final class Away {
    private boolean interrupted;
    private boolean failedBefore;
    private long since;
    private long until;
    private Duration wait = FIRST;

    void putInterruptAside() {
      if (Thread.interrupted() && !interrupted) {
        interrupted = true;
        long soon = time.nanos().getAsLong() + shorter(SOON, patience).toNanos();
        until = failedBefore && until - soon < 0 ? until : soon;
        wait = FIRST;
      }
    }

    /// A try that ends when time is up, whatever storage does: a store that is silent would be
    /// waited for by minutes.
    <T> T bounded(Supplier<T> work) {
      var task = new FutureTask<>(work::get);
      Thread.ofVirtual().name("manta-storage-last").start(task);
      try {
        long left = until - time.nanos().getAsLong();
        return task.get(Math.max(LAST_TRY.toNanos(), left), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException cause
            ? cause
            : new IllegalStateException(e.getCause());
      } catch (TimeoutException | InterruptedException e) {
        task.cancel(true);
        until = time.nanos().getAsLong();
        throw new MantaException(
            ErrorCode.STORAGE, "storage did not answer before an interrupt ended the wait", e);
      }
    }

    void restoreInterrupt() {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    /// How long to wait before the next try; zero when that was the last.
    Duration next() {
      long now = time.nanos().getAsLong();
      if (!failedBefore) {
        failedBefore = true;
        since = now;
        until = interrupted ? until : now + nanos(patience);
      }
      Duration next = shorter(wait, Duration.ofNanos(until - now));
      wait = shorter(wait.multipliedBy(2), LONGEST);
      return next;
    }

    MantaException tooLong(MantaException last) {
      Duration lasted = Duration.ofNanos(time.nanos().getAsLong() - since);
      return store.isEmpty() ? last : StorageRetry.tooLong(store, lasted, last);
    }
  }

  /// Says how long storage was tried, where that was not just once.
  static MantaException tooLong(String store, Duration lasted, MantaException last) {
    return lasted.toSeconds() == 0
        ? last
        : new MantaException(
            last.code(),
            "%s did not work for %s s; its last answer: %s"
                .formatted(store, lasted.toSeconds(), last.getMessage()),
            last);
  }
}
