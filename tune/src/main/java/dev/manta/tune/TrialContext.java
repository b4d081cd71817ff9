package dev.manta.tune;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import java.util.Optional;

/// What the function of a trial sees: its config, and everything it may tell or ask the experiment.
///
/// One per attempt, used by the thread that the function runs on.
///
/// @param <C> the config record, or [Point]
public interface TrialContext<C> {
  /// The trial's parameters.
  C config();

  /// How many trials of the experiment began before it.
  int number();

  /// Which attempt of the trial this is, from 1.
  int attempt();

  /// What random numbers of this trial should begin with; the same in every attempt.
  long seed();

  /// How many reports the trial has behind it, those before the checkpoint that it began with
  /// included.
  long step();

  /// What to resume from: the last checkpoint that this trial has reported, or that of the trial
  /// whose clone it is. Empty at the start.
  Optional<Checkpoint> checkpoint();

  /// Keeps metrics, and waits until the scheduler has judged them.
  ///
  /// @throws TrialStopped when the trial is not to continue; let it pass
  void report(Metrics metrics);

  /// Keeps metrics and a checkpoint, which is in storage when this returns.
  ///
  /// @throws TrialStopped when the trial is not to continue; let it pass
  void report(Metrics metrics, Checkpoint checkpoint);

  /// Whether the function should report a last time, with a checkpoint where it has one, and
  /// return.
  boolean isStopped();
}
