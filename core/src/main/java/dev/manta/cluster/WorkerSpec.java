package dev.manta.cluster;

import java.nio.file.Path;

/// One worker process to start: its id (`w0`, `w1`, …, never used twice in a run), the node, and
/// the rank it is meant for, which names its directories; a spare has [#NO_RANK].
public record WorkerSpec(String worker, String node, int attempt, int rank) {
  public static final int NO_RANK = -1;

  /// The same worker before it had a rank.
  public WorkerSpec asSpare() {
    return new WorkerSpec(worker, node, 0, NO_RANK);
  }

  /// The file that holds what it prints, below the run's directory on the driver's machine.
  public Path log(Path directory) {
    String name = rank == NO_RANK ? "spare" : "rank-" + rank;
    return directory.resolve("logs").resolve(name + "-" + worker + ".log");
  }
}
