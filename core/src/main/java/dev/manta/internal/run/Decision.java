package dev.manta.internal.run;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import java.util.List;

/// What follows from an event: the new state, what is to be done, why, and how much of it must be
/// durable before anything is done.
public record Decision(RunState state, List<Effect> effects, String reason, Durable durable) {
  /// What a control record must hold.
  public enum Durable {
    /// Nothing: the old record still says enough.
    NOTHING,
    /// The checkpoints that came and went.
    CHECKPOINTS,
    /// The whole state.
    STATE
  }

  public Decision {
    effects = List.copyOf(effects);
  }

  /// The same with its checkpoints kept in another way, which a record of the whole state tells.
  public Decision archived(KeptCheckpoints kept) {
    return new Decision(state.with(kept), effects, reason, Durable.STATE);
  }
}
