package dev.manta.internal.worker;

import dev.manta.internal.wire.LongText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What an exception says of itself, though its methods are the user's: they may throw, say far too
/// much, or never return.
final class ThrowableText {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final int CAUSES_MAX = 10_000;
  private static final int CHARACTERS_MAX = 4000;

  private ThrowableText() {}

  /// The chain of causes, the first cause first.
  static List<Throwable> causes(Throwable thrown) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> chain = new ArrayList<>();
    Throwable next = thrown;
    while (next != null && chain.size() < CAUSES_MAX && seen.add(next)) {
      chain.add(next);
      next = cause(next);
    }
    return chain.reversed();
  }

  private static @Nullable Throwable cause(Throwable of) {
    try {
      return of.getCause();
    } catch (Throwable unknown) {
      return null;
    }
  }

  /// Its class and message.
  static String of(Throwable thrown) {
    try {
      return LongText.cut(String.valueOf(thrown.toString()), CHARACTERS_MAX);
    } catch (Throwable own) {
      String name = thrown.getClass().getName();
      return name + " (whose toString() threw " + own.getClass().getName() + ")";
    }
  }

  static StackTraceElement[] stack(Throwable thrown) {
    try {
      return thrown.getStackTrace();
    } catch (Throwable unknown) {
      return new StackTraceElement[0];
    }
  }

  /// What `telling` says, on a thread of its own; or the other, where that cannot begin or does not
  /// come to an end.
  static <T> T within(Supplier<T> telling, Supplier<T> otherwise) {
    return within(
        telling, otherwise, Thread.ofPlatform().daemon().name("manta-failure-text")::start);
  }

  /// @param beside starts what it is given on another thread
  static <T> T within(Supplier<T> telling, Supplier<T> otherwise, Consumer<Runnable> beside) {
    boolean interrupted = Thread.interrupted();
    try {
      var task = new FutureTask<>(telling::get);
      beside.accept(task);
      return task.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
      return otherwise.get();
    } catch (Throwable unable) {
      return otherwise.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
