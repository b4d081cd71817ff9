package dev.manta.internal.run;

import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import dev.manta.train.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A record of the control log: what happened to a run, why, and what follows.
public sealed interface Control {
  int term();

  Instant at();

  String reason();

  /// The events that changed the run, each with what it was then; empty where a record tells of
  /// none.
  default List<Step> steps() {
    return List.of();
  }

  /// The state that the run has after it; empty where a record tells only what has changed.
  default Optional<RunState> whole() {
    return Optional.empty();
  }

  /// A controller has begun; whoever had an earlier term is deposed.
  record TermOpened(int term, Instant at, long pid, String host) implements Control {
    @Override
    public String reason() {
      return "process " + pid + " on " + host + " took control";
    }
  }

  /// An event changed the run; `after` says everything.
  record Transition(
      int term, Instant at, Event event, String reason, RunState after, List<Effect> effects)
      implements Control {
    public Transition {
      effects = List.copyOf(effects);
    }

    @Override
    public List<Step> steps() {
      return List.of(new Step(at, event, reason, after.status(), after.attempt(), effects));
    }

    @Override
    public Optional<RunState> whole() {
      return Optional.of(after);
    }
  }

  /// One of several events that were decided on together: why, and what the run was then.
  record Step(
      Instant at, Event event, String reason, RunStatus status, int attempt, List<Effect> effects) {
    public Step {
      effects = List.copyOf(effects);
    }

    private static Step of(Decided decided) {
      Decision decision = decided.decision();
      RunState after = decision.state();
      return new Step(
          decided.at(),
          decided.event(),
          decision.reason(),
          after.status(),
          after.attempt(),
          decision.effects());
    }
  }

  /// Several events changed the run, one after the other, before any of their effects happened;
  /// `after` says everything.
  record Transitions(int term, Instant at, List<Step> steps, RunState after) implements Control {
    public Transitions {
      steps = List.copyOf(steps);
    }

    @Override
    public String reason() {
      return steps.isEmpty() ? "" : steps.getLast().reason();
    }

    @Override
    public Optional<RunState> whole() {
      return Optional.of(after);
    }
  }

  /// Checkpoints came, changed or went; nothing else did.
  record Checkpoints(
      int term, Instant at, String reason, List<CommittedCheckpoint> put, List<String> removed)
      implements Control {
    public Checkpoints {
      put = List.copyOf(put);
      removed = List.copyOf(removed);
    }
  }

  /// What must be durable before the effects of a decision happen.
  static Optional<Control> of(RunState before, Event event, Decision decision, Instant now) {
    RunState after = decision.state();
    return switch (decision.durable()) {
      case NOTHING -> Optional.empty();
      case STATE ->
          Optional.of(
              new Transition(
                  after.term(), now, event, decision.reason(), after, decision.effects()));
      case CHECKPOINTS -> {
        KeptCheckpoints.Changes changes = after.kept().since(before.kept());
        yield Optional.of(
            new Checkpoints(
                after.term(), now, decision.reason(), changes.put(), changes.removed()));
      }
    };
  }

  /// What must be durable before the effects of several decisions happen, of which each was made on
  /// what the one before it left.
  static Optional<Control> of(List<Decided> decided) {
    List<Decided> told = decided.stream().filter(Decided::needsRecord).toList();
    return told.size() > 1
        ? Optional.of(together(told))
        : told.stream().findFirst().flatMap(Control::of);
  }

  private static Optional<Control> of(Decided one) {
    return of(one.before(), one.event(), one.decision(), one.at());
  }

  private static Control together(List<Decided> told) {
    Decided last = told.getLast();
    RunState after = last.decision().state();
    return new Transitions(after.term(), last.at(), told.stream().map(Step::of).toList(), after);
  }
}
