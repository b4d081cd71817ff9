package dev.manta.internal.data.worker;

/// Which unit: every process that has the plan finds the same one.
public record UnitAt(int epoch, int lanes, int lane, int unit) {}
