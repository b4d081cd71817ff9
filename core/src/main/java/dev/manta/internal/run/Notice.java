package dev.manta.internal.run;

import java.time.Instant;

/// A worker that will be taken away, and when.
public record Notice(String worker, Instant deadline) {}
