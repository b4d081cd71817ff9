package dev.manta.tune;

import java.util.Map;

/// What a scheduler hears of the trials of an experiment.
public sealed interface TrialEvent {
  /// A trial begins, continues after a pause, or continues as it was because what it was to take
  /// over has no checkpoint.
  ///
  /// @param trial its number
  /// @param point its parameters
  record Began(int trial, Point point) implements TrialEvent {}

  /// A trial reports.
  ///
  /// @param trial its number
  /// @param step how far it is: its own count of reports, epochs or steps
  /// @param metrics its metrics by name
  record Reported(int trial, long step, Map<String, Double> metrics) implements TrialEvent {
    public Reported {
      metrics = Map.copyOf(metrics);
    }
  }

  /// A trial ended by itself, or failed.
  ///
  /// @param trial its number
  record Ended(int trial) implements TrialEvent {}

  /// No further trial begins; those that there are continue.
  record Closed() implements TrialEvent {}
}
