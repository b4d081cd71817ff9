package dev.manta.bench;

import java.util.Optional;

/// Somebody to be measured beside Manta.
///
/// @param name what it is called in results; empty for nobody
/// @param subject how it is measured; empty where it is not installed
public record Rival(String name, Optional<Subject> subject) {}
