package dev.manta.spi.json;

/// A record whose components are written among those of the record that it is a component of, so
/// that components can be grouped without a change of what is written.
public interface Flat {}
