package dev.manta.tune.internal.experiment;

import dev.manta.tune.Point;
import dev.manta.tune.TrialState;

/// What was decided on a trial because of something that happened.
public sealed interface TrialRuling {
  /// The trial it is about.
  int trial();

  /// Why, for people.
  String reason();

  /// It has ended; its values are the last that it reported.
  ///
  /// @param scheduled whether the scheduler wants it so, and need not be told
  record Ends(int trial, TrialState state, boolean scheduled, String reason)
      implements TrialRuling {}

  /// It frees its place until it is resumed.
  record Pauses(int trial, String reason) implements TrialRuling {}

  /// It was paused, and continues as soon as there is a place.
  record Resumes(int trial, String reason) implements TrialRuling {}

  /// It resumes from another trial's last checkpoint, at another point.
  record Clones(int trial, int source, Point point, String reason) implements TrialRuling {}

  /// It has another number of workers from now on.
  record Resizes(int trial, int workers, String reason) implements TrialRuling {}

  /// It begins again from its last checkpoint.
  record Retries(int trial, String reason) implements TrialRuling {}
}
