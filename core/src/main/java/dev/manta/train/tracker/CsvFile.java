package dev.manta.train.tracker;

import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.io.IOException;
import java.nio.file.Path;

/// Writes a line for each step, reduced over ranks, into a CSV file, while the run continues:
/// attempt, step, time, and a column for each metric. A resumed run continues the file; steps that
/// are done again are there once for each attempt.
public final class CsvFile implements Tracker {
  private final TrackerPlace place;

  private CsvFile(TrackerPlace place) {
    this.place = place;
  }

  /// Writes `reports.csv` in the run's own directory.
  public static CsvFile inRunDirectory() {
    return new CsvFile(TrackerPlace.IN_RUN);
  }

  /// Writes a file of the run's name below a directory.
  public static CsvFile below(Path directory) {
    return new CsvFile(TrackerPlace.below(directory));
  }

  @Override
  public Tracking open(TrackedRun run) throws IOException {
    return CsvTracking.open(place.of(run, "reports.csv", ".csv"), run);
  }
}
