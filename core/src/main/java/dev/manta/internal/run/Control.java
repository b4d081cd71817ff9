package dev.manta.internal.run;

import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
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
}
