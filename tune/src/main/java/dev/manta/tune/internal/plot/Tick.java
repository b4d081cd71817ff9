package dev.manta.tune.internal.plot;

/// A place on an axis that has a label.
///
/// @param place between 0 and 1
record Tick(double place, String label) {}
