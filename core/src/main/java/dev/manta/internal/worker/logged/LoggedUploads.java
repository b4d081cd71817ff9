package dev.manta.internal.worker.logged;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.train.logged.Logged;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What a rank logs beside metrics in one attempt. Storage that fails never stops training.
public final class LoggedUploads {
  private static final long PAUSE_MILLIS_FIRST = 100;
  private static final long PAUSE_MILLIS_MAX = 5_000;
  private static final long STORING_MILLIS_MAX = 60_000;
  private static final long FAILING_MILLIS_MAX = 5_000;
  private static final long LEAVING_MILLIS_MAX = 1_000;

  private final Place place;
  private final Storage storage;
  private final Consumer<LoggedItem> stored;
  private final Consumer<String> warn;
  private final Runnable requireOpen;
  private final Map<String, LoggedKind> kinds = new HashMap<>();
  private final LoggedQueue queue = new LoggedQueue(STORING_MILLIS_MAX);
  private boolean warned;

  /// Who logs, and where.
  public record Place(Location run, int attempt, int rank) {}

  /// @param stored hears what is in storage
  /// @param warn hears what the user should know
  /// @param requireOpen throws when the attempt is over
  public LoggedUploads(
      Place place, Consumer<LoggedItem> stored, Consumer<String> warn, Runnable requireOpen) {
    this.place = place;
    this.storage = Storages.at(place.run());
    this.stored = stored;
    this.warn = warn;
    this.requireOpen = requireOpen;
  }

  /// Stores in the background; waits only where far too much is on its way.
  public void add(String name, long step, Logged what) {
    Instant now = Instant.now();
    var item =
        new LoggedItem(place.run(), name, step, place.attempt(), place.rank(), what.kind(), now);
    var waiting = new LoggedQueue.Waiting(item, what.stored());
    requireSize(item, waiting.stored().length);
    requireKind(item);
    if (queue.add(waiting, requireOpen)) {
      Thread.ofPlatform().daemon().name("manta-logged").start(this::storeAll);
    }
  }

  private static void requireSize(LoggedItem item, int size) {
    if (size > Logged.BYTES_MAX) {
      throw new IllegalArgumentException(
          "%s \"%s\" has %s bytes, and what is logged has at most %s; log less of it, or report it in a checkpoint"
              .formatted(item.kind(), item.name(), size, Logged.BYTES_MAX));
    }
  }

  /// Two kinds would be two files.
  private void requireKind(LoggedItem item) {
    LoggedKind before = kinds.putIfAbsent(item.name(), item.kind());
    if (before != null && before != item.kind()) {
      throw new IllegalArgumentException(
          "\"%s\" was logged as %s before, and cannot be logged as %s; choose another name"
              .formatted(item.name(), before, item.kind()));
    }
  }

  private void storeAll() {
    long pause = PAUSE_MILLIS_FIRST;
    for (var first = queue.first(); first.isPresent(); first = queue.first()) {
      Optional<String> failure = store(first.get());
      if (failure.isPresent()) {
        warn(first.get().item(), failure.get());
        queue.failed(first.get(), failure.get(), pause);
        pause = Math.min(2 * pause, PAUSE_MILLIS_MAX);
      } else {
        queue.stored(first.get());
        pause = PAUSE_MILLIS_FIRST;
      }
    }
  }

  /// Says what went wrong, if anything did, such as a class that a kind of storage misses: nobody
  /// else would store what waits.
  private Optional<String> store(LoggedQueue.Waiting waiting) {
    try {
      storage.put(waiting.item().location(), ByteSource.of(waiting.stored()));
      stored.accept(waiting.item());
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (Error e) {
      return Optional.of(e.toString());
    }
  }

  /// Once an attempt.
  private void warn(LoggedItem item, String why) {
    if (!warned) {
      warned = true;
      warn.accept(
          "%s \"%s\" of step %s cannot be stored: %s; training continues, and it is tried again"
              .formatted(item.kind(), item.name(), item.step(), why));
    }
  }

  /// The function has returned: waits until all is stored, and not for long while storage fails.
  public void drain() {
    queue.awaitEmpty(STORING_MILLIS_MAX, FAILING_MILLIS_MAX, requireOpen);
  }

  /// The attempt is over: what was logged last may say why, so it has a moment yet.
  public void end() {
    queue.awaitEmpty(LEAVING_MILLIS_MAX, 0, () -> {});
    queue.end().ifPresent(lost -> warn.accept("of what was logged, " + lost));
  }
}
