package dev.manta.train;

/// State that Manta saves, restores and hands to newcomers.
public sealed interface Live permits InPlace, Copied {}
