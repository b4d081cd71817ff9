package dev.manta.internal.run;

import java.util.List;

/// What follows from an event: the new state, what is to be done, why, and how much of it must be
/// durable before anything is done.
public record Step(RunState state, List<Effect> effects, String reason, Durable durable) {
  /// What a control record must hold.
  public enum Durable {
    /// Nothing: the old record still says enough.
    NOTHING,
    /// The checkpoints that came and went.
    CHECKPOINTS,
    /// The whole state.
    STATE
  }

  public Step {
    effects = List.copyOf(effects);
  }

  /// The same with its checkpoints kept in another way, which a record of the whole state tells.
  public Step archived(KeptCheckpoints kept) {
    return new Step(state.with(kept), effects, reason, Durable.STATE);
  }
}
