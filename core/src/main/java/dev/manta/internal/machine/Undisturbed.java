package dev.manta.internal.machine;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Work that an interrupt of who waits for it does not break off halfway: it has some seconds from
/// then on, and is interrupted itself when they are over.
///
/// @param <T> what it gives
public final class Undisturbed<T> {
  private static final Duration SOON = Duration.ofSeconds(6);
  private static final Duration AT_LAST = Duration.ofSeconds(2);

  private final CompletableFuture<T> answer = new CompletableFuture<>();
  private final Thread thread;

  private Undisturbed(String name, Supplier<T> work, Consumer<T> unwanted) {
    this.thread = Thread.ofPlatform().daemon().name(name).start(() -> work(work, unwanted));
  }

  /// What the work gives; the interrupt is there again afterwards.
  ///
  /// @param name of the thread that does it
  /// @param unwanted gets what comes when nobody waits any more
  public static <T> T get(String name, Supplier<T> work, Consumer<T> unwanted) {
    try {
      return new Undisturbed<>(name, work, unwanted).get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  private void work(Supplier<T> work, Consumer<T> unwanted) {
    try {
      T done = work.get();
      if (!answer.complete(done)) {
        unwanted.accept(done);
      }
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
    }
  }

  private T get() throws ExecutionException {
    try {
      return answer.get();
    } catch (InterruptedException e) {
      return soon();
    }
  }

  private T soon() throws ExecutionException {
    try {
      return answer.get(SOON.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException | TimeoutException e) {
      thread.interrupt();
      return atLast();
    } finally {
      Thread.currentThread().interrupt();
    }
  }

  private T atLast() throws ExecutionException {
    try {
      return answer.get(AT_LAST.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException | TimeoutException e) {
      String why = "storage did not answer before an interrupt ended the wait";
      answer.completeExceptionally(new MantaException(ErrorCode.STORAGE, why, e));
      return settled();
    }
  }

  /// Perhaps the answer has come at the last moment.
  private T settled() throws ExecutionException {
    if (answer.state() == Future.State.SUCCESS) {
      return answer.resultNow();
    }
    throw new ExecutionException(answer.exceptionNow());
  }
}
