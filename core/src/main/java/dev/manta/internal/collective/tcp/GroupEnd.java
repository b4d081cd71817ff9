package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Whether a group still stands, and if not, why: the first cause.
final class GroupEnd {
  private final AtomicReference<@Nullable Cause> cause = new AtomicReference<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final List<Consumer<Cause>> listeners = new CopyOnWriteArrayList<>();

  /// Ends the group, unless it has ended already; the listeners hear of it once.
  void end(Cause why) {
    if (cause.compareAndSet(null, why)) {
      ended.countDown();
      listeners.forEach(listener -> listener.accept(why));
    }
  }

  /// Tells the listener when the group ends, at once if it has ended.
  void onEnd(Consumer<Cause> listener) {
    listeners.add(listener);
    cause().ifPresent(listener);
  }

  void forget(Consumer<Cause> listener) {
    listeners.remove(listener);
  }

  Optional<Cause> cause() {
    return Optional.ofNullable(cause.get());
  }

  boolean isOver() {
    return cause.get() != null;
  }

  /// Throws if the group has ended.
  void check(String place) {
    Cause why = cause.get();
    if (why != null) {
      throw new CollectiveAborted(why, place);
    }
  }

  /// Waits a little for news that are on their way.
  boolean await(long millis) {
    try {
      return ended.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return isOver();
    }
  }
}
