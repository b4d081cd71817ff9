package dev.manta.internal.control;

import dev.manta.internal.run.Event;

/// What somebody asks of a run that is under way.
public sealed interface Request {
  /// What the run makes of it.
  Event event();

  /// To have so many workers.
  record Scale(int workers, String by) implements Request {
    @Override
    public Event event() {
      return new Event.ScaleAsked(workers, by);
    }
  }
}
