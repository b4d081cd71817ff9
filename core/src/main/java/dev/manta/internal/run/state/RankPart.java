package dev.manta.internal.run.state;

import dev.manta.train.Metrics;

/// What one rank has stored of a checkpoint, with the metrics it reported along.
///
/// @param whole whether the rank says that this is all of it
/// @param epoch the first epoch still to do after resuming from it
/// @param part the stored part as JSON text
public record RankPart(int rank, boolean whole, int epoch, Metrics metrics, String part) {}
