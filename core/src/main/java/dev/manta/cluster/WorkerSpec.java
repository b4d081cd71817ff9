package dev.manta.cluster;

/// One worker process to start: its id (`w0`, `w1`, …, never used twice in a run), the node, and
/// the rank it is meant for, which names its directories; a spare has [#NO_RANK].
public record WorkerSpec(String worker, String node, int attempt, int rank) {
  public static final int NO_RANK = -1;
}
