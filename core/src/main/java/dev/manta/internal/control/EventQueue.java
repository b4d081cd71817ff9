package dev.manta.internal.control;

import dev.manta.internal.run.state.Event;
import java.time.Duration;
import java.util.function.Supplier;

/// Where events go, now or later. Any thread may post.
public interface EventQueue {
  void now(Event event);

  /// Posts what `event` says when the time has come.
  void later(Duration delay, Supplier<Event> event);
}
