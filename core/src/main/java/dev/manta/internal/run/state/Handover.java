package dev.manta.internal.run.state;

/// An attempt that begins with what a rank holds in its memory.
///
/// @param source the rank that hands it to the others
public record Handover(int source, HeldCommit held) {}
