package dev.manta.cluster;

/// One worker process to start: its id (`w0`, `w1`, …, never used twice in a run), the node, and
/// the rank it is meant for, which names its directories.
public record WorkerSpec(String worker, String node, int attempt, int rank) {}
