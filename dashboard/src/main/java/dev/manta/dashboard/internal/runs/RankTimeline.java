package dev.manta.dashboard.internal.runs;

import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.LateRank;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// What each rank did when, and what happened to the run, as its control log tells it.
///
/// @param spans by rank, the oldest first
/// @param marks what stands out, the oldest first
public record RankTimeline(List<Span> spans, List<Mark> marks) {
  /// What a rank did for a while.
  ///
  /// @param state starting, recovering, training, waiting, done, failed or gone
  public record Span(
      int rank, String worker, int attempt, String state, Instant from, Instant to) {}

  /// A moment that stands out.
  ///
  /// @param kind attempt, failure, checkpoint, rollback, scale, preemption or stop
  /// @param step how far the run had come; empty where the record does not say
  public record Mark(Instant at, int attempt, String kind, OptionalLong step, String text) {}

  /// The time line of a run.
  ///
  /// @param end when the last known states end
  public static RankTimeline of(List<Control> records, Instant end) {
    var reading = new Reading();
    records.forEach(reading::add);
    return reading.end(end);
  }

  private static final class Reading {
    private final List<Span> spans = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();
    private final TreeMap<Integer, Span> current = new TreeMap<>();
    private int attempt;
    private boolean over;

    void add(Control record) {
      if (record instanceof Control.Checkpoints checkpoints) {
        checkpoints.put().forEach(each -> mark(each, record.at()));
      }
      for (Control.Step step : record.steps()) {
        mark(step, record.whole());
      }
      record.whole().ifPresent(state -> change(state, record.at()));
    }

    private void mark(CommittedCheckpoint checkpoint, Instant at) {
      String text = checkpoint.name() + " at step " + checkpoint.step();
      OptionalLong step = OptionalLong.of(checkpoint.step());
      marks.add(new Mark(at, checkpoint.attempt(), "checkpoint", step, text));
    }

    private void mark(Control.Step step, Optional<RunState> after) {
      OptionalLong reached = after.stream().mapToLong(RunState::reached).findFirst();
      if (step.event() instanceof Event.CheckpointStored stored) {
        after.flatMap(state -> state.kept(stored.name())).ifPresent(each -> mark(each, step.at()));
      }
      kind(step.event())
          .ifPresent(
              kind -> marks.add(new Mark(step.at(), step.attempt(), kind, reached, step.reason())));
      if (step.attempt() != attempt) {
        attempt = step.attempt();
        if (attempt > 1) {
          marks.add(new Mark(step.at(), attempt, "attempt", reached, step.reason()));
        }
      }
    }

    /// Most events are of the usual course; these are what somebody looks for.
    private static Optional<String> kind(Event event) {
      if (event instanceof Event.RolledBack) {
        return Optional.of("rollback");
      }
      if (event instanceof Event.ScaleAsked) {
        return Optional.of("scale");
      }
      if (event instanceof Event.Noticed || event instanceof Event.NodeLeaves) {
        return Optional.of("preemption");
      }
      return event instanceof Event.StopAsked ? Optional.of("stop") : Optional.empty();
    }

    private void change(RunState state, Instant at) {
      over = state.status().ended();
      for (Worker worker : state.group()) {
        change(worker, state, at);
      }
      List<Integer> left = current.keySet().stream().filter(rank -> isLeft(rank, state)).toList();
      left.forEach(rank -> close(rank, at));
      if (over) {
        List.copyOf(current.keySet()).forEach(rank -> close(rank, at));
      }
    }

    private static boolean isLeft(int rank, RunState state) {
      return state.group().stream().noneMatch(worker -> worker.rank() == rank);
    }

    private void change(Worker worker, RunState state, Instant at) {
      Span now = current.get(worker.rank());
      String what = state(worker, state);
      boolean same =
          now != null
              && now.worker().equals(worker.id())
              && now.attempt() == worker.attempt()
              && now.state().equals(what);
      if (same) {
        return;
      }
      boolean isNews = now == null || !isLost(now.state());
      boolean isExpected = what.equals("gone") && worker.ending();
      if (isLost(what) && isNews && !isExpected) {
        String text = "rank %s %s: %s".formatted(worker.rank(), what, cause(state));
        marks.add(
            new Mark(at, worker.attempt(), "failure", OptionalLong.of(state.reached()), text));
      }
      close(worker.rank(), at);
      current.put(
          worker.rank(), new Span(worker.rank(), worker.id(), worker.attempt(), what, at, at));
    }

    private static boolean isLost(String what) {
      return what.equals("failed") || what.equals("gone");
    }

    private static String cause(RunState state) {
      return state
          .failure()
          .flatMap(failure -> failure.describe().lines().findFirst())
          .orElse(state.reason());
    }

    private void close(int rank, Instant at) {
      Span now = current.remove(rank);
      if (now != null && at.isAfter(now.from())) {
        spans.add(new Span(rank, now.worker(), now.attempt(), now.state(), now.from(), at));
      }
    }

    /// That a rank is in its function has no record of its own, but that all of them are has one.
    private static String state(Worker worker, RunState state) {
      return switch (worker.phase()) {
        case STARTING, UP -> beginning(worker);
        case READY -> state.status() == RunStatus.RUNNING ? "training" : beginning(worker);
        case ENTERED -> waitsForOthers(worker.rank(), state) ? "waiting" : "training";
        case UNWOUND -> "recovering";
        case RETURNED -> "done";
        case FAILED -> "failed";
        case GONE -> worker.returned() ? "done" : "gone";
        case GIVEN_UP, CUT_OFF -> "gone";
      };
    }

    private static String beginning(Worker worker) {
      return worker.attempt() > 1 ? "recovering" : "starting";
    }

    private static boolean waitsForOthers(int rank, RunState state) {
      List<LateRank> late = state.current().late();
      return !late.isEmpty() && late.stream().noneMatch(each -> each.rank() == rank);
    }

    RankTimeline end(Instant end) {
      if (!over) {
        List.copyOf(current.keySet()).forEach(rank -> close(rank, end));
      }
      return new RankTimeline(List.copyOf(spans), List.copyOf(marks));
    }
  }
}
