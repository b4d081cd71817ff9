package dev.manta.internal.run;

/// Where a rank sits.
///
/// @param device `cpu`, or `cuda:` and the numbers of its devices, with commas between
/// @param threads how many threads it may use without fighting the others for cores
public record Seat(
    int rank,
    String node,
    int nodeRank,
    int localRank,
    int localSize,
    String device,
    int threads) {}
