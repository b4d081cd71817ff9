package dev.manta.internal.worker.logged;

import dev.manta.train.logged.LoggedItem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Logged things that wait to be stored, of a bounded number and size.
final class LoggedQueue {
  private static final int ITEMS_MAX = 256;
  private static final long BYTES_MAX = 32L << 20;
  private static final long RECHECK_MILLIS = 50;

  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private long bytes;
  private long dropped;
  private boolean served;
  private boolean ended;
  private Optional<String> failure = Optional.empty();

  /// One of them, and what is to be stored of it.
  record Waiting(LoggedItem item, byte[] stored) {}

  /// Adds one. Where there is no room it waits while storage works, and drops it while that fails.
  ///
  /// @param check throws when it is not to wait any longer
  /// @return whether somebody has to begin to serve
  synchronized boolean add(Waiting next, Runnable check) {
    await(() -> hasRoom(next) || failure.isPresent(), Long.MAX_VALUE, check);
    if (!hasRoom(next)) {
      dropped++;
      return false;
    }
    waiting.add(next);
    bytes += next.stored().length;
    boolean begins = !served;
    served = true;
    return begins;
  }

  private boolean hasRoom(Waiting next) {
    return waiting.size() < ITEMS_MAX && bytes + next.stored().length <= BYTES_MAX;
  }

  /// The one to be stored next; who finds none serves no longer.
  synchronized Optional<Waiting> first() {
    served = !waiting.isEmpty() && !ended;
    return served ? Optional.of(waiting.element()) : Optional.empty();
  }

  synchronized void stored() {
    bytes -= waiting.remove().stored().length;
    failure = Optional.empty();
    notifyAll();
  }

  /// The first one could not be stored; returns when it is time to try again.
  synchronized void failed(String why, long pauseMillis) {
    failure = Optional.of(why);
    notifyAll();
    await(() -> ended, pauseMillis, () -> {});
  }

  /// Waits until all is stored, for so long while storage works and for so long while it fails.
  synchronized void awaitEmpty(long millisMax, long failingMillisMax, Runnable check) {
    await(() -> waiting.isEmpty() || failure.isPresent(), millisMax, check);
    if (failure.isPresent()) {
      await(waiting::isEmpty, failingMillisMax, check);
    }
  }

  /// Ends it; says how many were lost and why, if any were.
  synchronized Optional<String> end() {
    ended = true;
    notifyAll();
    long lost = dropped + waiting.size();
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
