package dev.manta.internal.worker.logged;

import dev.manta.train.logged.LoggedItem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// Logged things that wait to be stored, of a bounded number and size. What was never tried goes
/// first, so that nothing waits for something that cannot be stored.
final class LoggedQueue {
  private static final int ITEMS_MAX = 256;
  private static final long BYTES_MAX = 32L << 20;
  private static final long RECHECK_MILLIS = 50;

  private final long roomMillisMax;
  private final Deque<Waiting> fresh = new ArrayDeque<>();
  private final Map<String, Waiting> failed = new LinkedHashMap<>();
  private long dropped;
  private boolean served;
  private boolean ended;
  private int failures;
  private Optional<String> failure = Optional.empty();

  /// @param roomMillisMax how long one waits for space at most
  LoggedQueue(long roomMillisMax) {
    this.roomMillisMax = roomMillisMax;
  }

  /// One of them, and what is to be stored of it.
  record Waiting(LoggedItem item, byte[] stored) {}

  /// Adds one. Where there is no space it waits while storage works, and drops it while that fails,
  /// or stores nothing for a long time.
  ///
  /// @param check throws when it is not to wait any longer
  /// @return whether somebody has to begin to serve
  synchronized boolean add(Waiting next, Runnable check) {
    await(() -> hasRoom(next) || isFailing(), roomMillisMax, check);
    if (!hasRoom(next)) {
      failure = failure.or(() -> Optional.of("storage does not answer"));
      failures = Math.max(failures, 2);
      dropped++;
      return false;
    }
    fresh.add(next);
    notifyAll();
    boolean begins = !served;
    served = true;
    return begins;
  }

  /// One that cannot be stored says nothing of the others.
  private boolean isFailing() {
    return failure.isPresent() && (failures > 1 || fresh.isEmpty());
  }

  private boolean hasRoom(Waiting next) {
    long bytes = all().mapToLong(each -> each.stored().length).sum();
    return size() < ITEMS_MAX && bytes + next.stored().length <= BYTES_MAX;
  }

  private Stream<Waiting> all() {
    return Stream.concat(fresh.stream(), failed.values().stream());
  }

  private int size() {
    return fresh.size() + failed.size();
  }

  /// The one to be stored next; who finds none serves no longer.
  synchronized Optional<Waiting> first() {
    served = size() > 0 && !ended;
    return served ? all().findFirst() : Optional.empty();
  }

  /// This one is in storage, and so is of no use what was to be at its place before.
  synchronized void stored(Waiting one) {
    fresh.remove(one);
    failed.remove(one.item().path());
    failure = Optional.empty();
    failures = 0;
    notifyAll();
  }

  /// This one could not be stored; returns when it is time to try the next.
  synchronized void failed(Waiting one, String why, long pauseMillis) {
    failures += fresh.remove(one) ? 1 : 0;
    failed.remove(one.item().path());
    failed.put(one.item().path(), one);
    failure = Optional.of(why);
    notifyAll();
    await(() -> ended || !fresh.isEmpty(), pauseMillis, () -> {});
  }

  /// Waits until all is stored, for so long while storage works and for so long while it fails.
  synchronized void awaitEmpty(long millisMax, long failingMillisMax, Runnable check) {
    await(() -> size() == 0 || isFailing(), millisMax, check);
    if (isFailing()) {
      await(() -> size() == 0, failingMillisMax, check);
    }
  }

  /// Ends it; says how many were lost and why, if any were.
  synchronized Optional<String> end() {
    ended = true;
    notifyAll();
    long lost = dropped + size();
    String why = failure.orElse("storage is too slow");
    return lost == 0 ? Optional.empty() : Optional.of(lost + " are not stored: " + why);
  }

  private void await(BooleanSupplier so, long millisMax, Runnable check) {
    long begun = System.nanoTime();
    boolean interrupted = false;
    while (!so.getAsBoolean() && (System.nanoTime() - begun) / 1_000_000 < millisMax) {
      check.run();
      interrupted |= pause();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Says whether the wait was interrupted; the flag is set again when it is over.
  @SuppressWarnings("WaitNotInLoop") // the caller loops
  private boolean pause() {
    try {
      wait(RECHECK_MILLIS);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }
}
