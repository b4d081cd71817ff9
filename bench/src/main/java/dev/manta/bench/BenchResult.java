package dev.manta.bench;

import java.util.OptionalDouble;

/// One figure of a benchmark: Manta's median, the peer's, and the bar it is held against.
///
/// @param name what was measured
/// @param unit the unit of every figure here but `ratio`
/// @param lowerIsBetter whether a smaller figure is the better one
/// @param manta the median of `mantaRuns`
/// @param peer the median of `peerRuns`
/// @param peerName who the peer is; empty for none
/// @param ratio how many times better Manta is; below 1 the peer is better
/// @param mantaRuns every run, in order
/// @param peerRuns every run of the peer, in order
/// @param bar what `manta` must not be worse than, in `unit`; NaN when there is none, or it is
///   relative to a missing peer
/// @param met whether it was met
public record BenchResult(
    String name,
    String unit,
    boolean lowerIsBetter,
    double manta,
    OptionalDouble peer,
    String peerName,
    OptionalDouble ratio,
    double[] mantaRuns,
    double[] peerRuns,
    double bar,
    Met met) {}
