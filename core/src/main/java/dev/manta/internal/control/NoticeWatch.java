package dev.manta.internal.control;

import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.train.NoticeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Looks at where notices come from, until one says that this machine will be taken away.
final class NoticeWatch implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final List<NoticeSource> sources;
  private final EventQueue events;
  private final Thread thread;
  private final Set<NoticeSource> broken = new HashSet<>();

  private NoticeWatch(List<NoticeSource> sources, EventQueue events) {
    this.sources = sources;
    this.events = events;
    this.thread = Thread.ofPlatform().daemon().name("manta-notices").unstarted(this::watch);
  }

  static NoticeWatch over(List<NoticeSource> sources, EventQueue events) {
    var watch = new NoticeWatch(sources, events);
    if (!sources.isEmpty()) {
      watch.thread.start();
    }
    return watch;
  }

  private void watch() {
    try {
      Optional<Duration> left = look();
      while (left.isEmpty()) {
        Thread.sleep(LOOK_EVERY);
        left = look();
      }
      events.now(new Event.Noticed(NoticedRanks.ALL, left.get(), "a notice for this machine"));
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<Duration> look() {
    return sources.stream().flatMap(source -> look(source).stream()).findFirst();
  }

  /// A source that cannot be asked now may be asked later; that is said once.
  private Optional<Duration> look(NoticeSource source) {
    try {
      return source.look();
    } catch (IOException | RuntimeException | LinkageError e) {
      if (broken.add(source)) {
        System.getLogger("dev.manta.control")
            .log(System.Logger.Level.WARNING, "a source of notices cannot be asked: " + e);
      }
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
