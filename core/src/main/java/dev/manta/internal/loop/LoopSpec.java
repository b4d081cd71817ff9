package dev.manta.internal.loop;

/// A function by name with its config: what travels to a worker instead of code.
///
/// @param className the class as `Class.forName` takes it
/// @param method a static method, or empty for a class that implements the loop's interface
/// @param configClass the class of the config, or empty when there is none
/// @param config the config as JSON
public record LoopSpec(String className, String method, String configClass, String config) {}
