package dev.manta.internal.control.record;

import dev.manta.error.MantaException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Something that is tried until it works: said now and then for as long as it fails. What fails
/// for long will not work again by itself.
public final class RetryLog {
  private static final long WARN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final AtomicReference<@Nullable Failing> failing = new AtomicReference<>();
  private final LongSupplier nanos;
  private final long failingNanosMax;
  private final Consumer<String> warn;
  private final Consumer<MantaException> fatal;

  /// Since when it fails, and when that was said last.
  private record Failing(long sinceNanos, long saidNanos) {}

  /// @param fatal hears that it has failed for too long
  /// @param patience how long it may fail, from the first failure on
  public RetryLog(
      LongSupplier nanos,
      Consumer<String> warn,
      Consumer<MantaException> fatal,
      Duration patience) {
    this.nanos = nanos;
    this.failingNanosMax = StorageRetry.nanos(patience);
    this.warn = warn;
    this.fatal = fatal;
  }

  /// It works.
  public void over() {
    failing.set(null);
  }

  /// It failed once more.
  ///
  /// @param meanwhile what becomes of reports until it works again
  public void failed(MantaException cause, String meanwhile) {
    long now = nanos.getAsLong();
    Failing before = failing.get();
    long since = before == null ? now : before.sinceNanos();
    if (before == null || now - before.saidNanos() > WARN_EVERY_NANOS) {
      failing.set(new Failing(since, now));
      warn.accept(cause.getMessage() + "; " + meanwhile + " until it works again");
    }
    if (now - since >= failingNanosMax) {
      fatal.accept(StorageRetry.tooLong("storage", Duration.ofNanos(now - since), cause));
    }
  }
}
