package dev.manta.tune;

import dev.manta.train.Metrics;
import java.time.Duration;

/// One report of a trial.
///
/// @param step how many reports the trial has made up to this one
/// @param elapsed how long it has run
/// @param metrics what it said
public record TrialReport(long step, Duration elapsed, Metrics metrics) {}
