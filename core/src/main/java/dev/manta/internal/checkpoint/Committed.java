package dev.manta.internal.checkpoint;

/// A checkpoint that exists: its name and the SHA-256 of its manifest.
public record Committed(String name, String hash) {}
