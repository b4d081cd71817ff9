package dev.manta.internal.journal;

/// Where a row comes from. A worker numbers its rows, so that one that was sent twice is known.
public record Origin(int attempt, int rank, String worker, long sequence) {}
