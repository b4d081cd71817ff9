package dev.manta.internal.machine;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Something asked of storage before its answer is needed: a store far away takes as long for two
/// questions at once as for one.
public final class EarlyRead<T> implements AutoCloseable {
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final FutureTask<T> asking;

  private EarlyRead(FutureTask<T> asking) {
    this.asking = asking;
  }

  /// Asks now, and waits for the answer.
  public static <T> EarlyRead<T> now(Supplier<T> work) {
    var asking = new FutureTask<>(work::get);
    asking.run();
    return new EarlyRead<>(asking);
  }

  /// Begins to ask.
  public static <T> EarlyRead<T> begin(Supplier<T> work) {
    var asking = new FutureTask<>(work::get);
    Thread.ofVirtual().name("manta-early-read").start(asking);
    return new EarlyRead<>(asking);
  }

  /// The answer; throws what went wrong.
  public T get() {
    try {
      return asking.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      asking.cancel(true);
      Thread.currentThread().interrupt();
      throw new MantaException(
          ErrorCode.STORAGE,
          "interrupted while waiting for an answer from storage; start the run again",
          e);
    }
  }

  /// Gives what nobody waits for any more some time to come to an end.
  @Override
  public void close() {
    try {
      asking.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | CancellationException told) {
      // Who needed the answer has it.
    } catch (TimeoutException e) {
      asking.cancel(true);
    } catch (InterruptedException e) {
      asking.cancel(true);
      Thread.currentThread().interrupt();
    }
  }
}
