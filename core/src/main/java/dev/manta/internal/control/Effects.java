package dev.manta.internal.control;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.RunState;

/// Does what the rules ask for, without waiting; what becomes of it is an event.
public interface Effects {
  /// `state` is the one that the effect belongs to.
  void perform(Effect effect, RunState state);
}
