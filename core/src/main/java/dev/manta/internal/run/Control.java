package dev.manta.internal.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A record of the control log: what happened to a run, why, and what follows.
public sealed interface Control {
  int term();

  Instant at();

  String reason();

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
  }

  /// Checkpoints came, changed or went; nothing else did.
  record Checkpoints(int term, Instant at, String reason, List<Kept> put, List<String> removed)
      implements Control {
    public Checkpoints {
      put = List.copyOf(put);
      removed = List.copyOf(removed);
    }
  }

  /// What must be durable before the effects of a step happen.
  static Optional<Control> of(RunState before, Event event, Step step, Instant now) {
    RunState after = step.state();
    return switch (step.durable()) {
      case NOTHING -> Optional.empty();
      case STATE ->
          Optional.of(
              new Transition(after.term(), now, event, step.reason(), after, step.effects()));
      case CHECKPOINTS -> {
        KeptCheckpoints.Changes changes = after.kept().since(before.kept());
        yield Optional.of(
            new Checkpoints(after.term(), now, step.reason(), changes.put(), changes.removed()));
      }
    };
  }
}
