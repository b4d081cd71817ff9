package dev.manta.dashboard.internal.runs;

import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// When the files of a run were changed last, as far as a disk says; elsewhere only when they were
/// looked at.
record RunStamp(boolean local, long changed, long takenNanos) {
  static RunStamp of(Location run) {
    long now = System.nanoTime();
    return run.isLocal()
        ? new RunStamp(true, changed(run.localPath()), now)
        : new RunStamp(false, 0, now);
  }

  /// A new control record and a new segment of metrics change their directories.
  private static long changed(Path run) {
    return millis(run.resolve("run.json"))
        + 31 * millis(run.resolve("control"))
        + 31 * 31 * millis(run.resolve("metrics"))
        + 31 * 31 * 31 * millis(run.resolve(RunNotes.FILE));
  }

  private static long millis(Path file) {
    try {
      return Files.getLastModifiedTime(file).toMillis();
    } catch (IOException notThere) {
      return 0;
    }
  }

  /// Whether a later look saw the same; where nobody can tell, whether it came soon after this one.
  boolean isStill(RunStamp later, long soonNanos) {
    return local ? changed == later.changed : later.takenNanos - takenNanos < soonNanos;
  }
}
