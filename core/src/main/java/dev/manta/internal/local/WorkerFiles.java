package dev.manta.internal.local;

import dev.manta.cluster.WorkerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Where a worker writes, below the run's local directory: its log, its working directory, which
/// the workers of a rank share one after the other, and a temp directory of its own.
record WorkerFiles(Path log, Path work, Path temp) {
  static WorkerFiles of(Path directory, WorkerSpec worker) {
    String rank = "rank-" + worker.rank();
    return new WorkerFiles(
        directory.resolve("logs").resolve(rank + "-" + worker.worker() + ".log"),
        directory.resolve("work").resolve(rank),
        temporary(directory).resolve(worker.worker()));
  }

  /// The directory that holds the temp directories.
  static Path temporary(Path directory) {
    return directory.resolve("tmp");
  }

  void make() throws IOException {
    Files.createDirectories(log.toAbsolutePath().getParent());
    Files.createDirectories(work);
    Files.createDirectories(temp);
  }

  /// Adds a line of ours to the worker's log.
  void note(String line) {
    try {
      Files.writeString(
          log, "manta: " + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException full) {
      System.getLogger("dev.manta.local").log(System.Logger.Level.WARNING, line, full);
    }
  }
}
