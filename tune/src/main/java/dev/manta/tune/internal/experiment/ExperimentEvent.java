package dev.manta.tune.internal.experiment;

import dev.manta.train.Metrics;
import dev.manta.tune.Point;
import java.util.Optional;
import java.util.OptionalLong;

/// What happened in an experiment, as its journal keeps it.
public sealed interface ExperimentEvent {
  /// A driver has taken the experiment; trials that ran under an earlier one do not any more.
  record Opened() implements ExperimentEvent {}

  /// A trial begins for the first time.
  ///
  /// @param trial its number
  /// @param point its parameters
  /// @param reason how the point was found
  record Begun(int trial, Point point, String reason) implements ExperimentEvent {}

  /// A trial continues in another attempt: after a pause, a loss, a clone or a restore.
  record Resumed(int trial, int attempt) implements ExperimentEvent {}

  /// A trial reports.
  ///
  /// @param saved the checkpoint that it reports along, which is in storage
  /// @param runStep its number among the reports of the run that the trial is; empty for the next
  ///   of a plain function
  record Reported(
      int trial, int attempt, Metrics metrics, Optional<Saved> saved, OptionalLong runStep)
      implements ExperimentEvent {
    /// The next report of a plain function.
    public Reported(int trial, int attempt, Metrics metrics, Optional<Saved> saved) {
      this(trial, attempt, metrics, saved, OptionalLong.empty());
    }
  }

  /// A checkpoint of a run is in storage, which may have been reported some time before.
  ///
  /// @param runStep the number of the report that it came with, among those of the run
  record Stored(int trial, int attempt, Saved saved, long runStep) implements ExperimentEvent {}

  /// An attempt is over, and its place is free.
  ///
  /// @param why for people, where it was not by returning
  record Left(int trial, int attempt, Manner manner, String why) implements ExperimentEvent {}

  /// No further trial begins.
  record Closed(String reason) implements ExperimentEvent {}

  /// The experiment has what it was for: no further trial begins, and those that run end as they
  /// are.
  record Enough(String reason) implements ExperimentEvent {}

  /// Somebody stops this driver: trials leave, and resume when the experiment is restored.
  record StopAsked(String by) implements ExperimentEvent {}

  /// All trials have ended.
  record Finished() implements ExperimentEvent {}

  /// How an attempt ended.
  enum Manner {
    /// The function returned.
    RETURNED,
    /// The function threw.
    THREW,
    /// Its process is gone.
    LOST,
    /// It was told to leave, and did.
    HALTED
  }
}
