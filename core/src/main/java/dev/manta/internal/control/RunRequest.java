package dev.manta.internal.control;

import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.NoticedRanks;
import java.time.Duration;
import java.util.List;

/// What somebody asks of a run that is under way.
public sealed interface RunRequest {
  /// What the run makes of it.
  Event event();

  /// To do without some ranks, which will be taken away; an empty list is all of them.
  record Preempt(List<Integer> ranks, long withinMillis, String by) implements RunRequest {
    public Preempt {
      ranks = List.copyOf(ranks);
    }

    @Override
    public Event event() {
      return new Event.Noticed(NoticedRanks.of(ranks), Duration.ofMillis(withinMillis), by);
    }
  }

  /// To stop: at a step that all ranks agree on, or at once.
  record Stop(boolean atOnce, String by) implements RunRequest {
    @Override
    public Event event() {
      return new Event.StopAsked(by, atOnce);
    }
  }

  /// To have so many workers.
  record Scale(int workers, String by) implements RunRequest {
    @Override
    public Event event() {
      return new Event.ScaleAsked(workers, by);
    }
  }
}
