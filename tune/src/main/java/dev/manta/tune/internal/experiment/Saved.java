package dev.manta.tune.internal.experiment;

/// A checkpoint of a trial that is in storage.
///
/// @param name its directory's name
/// @param hash what identifies its content
public record Saved(String name, String hash) {}
