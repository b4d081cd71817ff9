package dev.manta.storage;

import java.time.Instant;

/// One stored object.
public record Entry(Location at, long size, Instant modified) {}
