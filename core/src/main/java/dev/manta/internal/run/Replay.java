package dev.manta.internal.run;

import dev.manta.internal.run.state.RunState;

/// What a run has become by the records of its control log.
public final class Replay {
  private Replay() {}

  /// The state after one more record.
  public static RunState after(RunState state, Control record, Rules rules) {
    return switch (record) {
      case Control.TermOpened _ -> state;
      case Control.Transition transition -> transition.after();
      case Control.Transitions transitions -> transitions.after();
      case Control.Checkpoints changed -> after(state, changed, rules);
    };
  }

  private static RunState after(RunState state, Control.Checkpoints changed, Rules rules) {
    var draft = new Draft(state, rules);
    draft.time = TimeAccounting.upTo(state, changed.at());
    draft.stored.kept = draft.stored.kept.without(changed.removed());
    changed.put().forEach(draft::keep);
    return draft.state();
  }
}
