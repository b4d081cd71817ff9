package dev.manta.train.tracker;

import dev.manta.train.TrackedRun;
import java.nio.file.Path;
import java.util.Optional;

/// Where a tracker writes: into the directory of each run, or side by side below another one.
///
/// @param parent the other one
record TrackerPlace(Optional<Path> parent) {
  static final TrackerPlace IN_RUN = new TrackerPlace(Optional.empty());

  static TrackerPlace below(Path parent) {
    return new TrackerPlace(Optional.of(parent));
  }

  /// The place of what is called `own` in a run's directory, and is called after the run elsewhere.
  ///
  /// @param ending of the run's name there, such as `.csv`
  Path of(TrackedRun run, String own, String ending) {
    return parent
        .map(path -> path.resolve(run.name() + ending))
        .orElseGet(() -> run.directory().resolve(own));
  }
}
