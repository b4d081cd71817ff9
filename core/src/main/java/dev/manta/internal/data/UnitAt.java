package dev.manta.internal.data;

/// Which unit: every process that has the plan finds the same one.
record UnitAt(int epoch, int lanes, int lane, int unit) {}
