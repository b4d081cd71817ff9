package dev.manta.internal.run;

/// A stop in progress: who asked, at which step ranks leave (0: through the collectives), and how
/// far ahead the next step to try would be.
public record Stopping(String by, long atStep, long lead) {}
