package dev.manta.train;

import java.time.Instant;
import java.util.Optional;

/// What one rank reported at one step, or, for a [Tracker], what all ranks did, reduced.
///
/// @param attempt the attempt it was made in
/// @param rank who made it; in a reduced report the lowest rank that reported this step
/// @param step the number of the report among those of that rank in the run; a retried step has the
///   same number in a later attempt
/// @param at when
/// @param metrics what was reported
/// @param checkpoint the name of the checkpoint that came with it
public record Report(
    int attempt, int rank, long step, Instant at, Metrics metrics, Optional<String> checkpoint) {}
