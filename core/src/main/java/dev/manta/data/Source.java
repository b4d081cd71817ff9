package dev.manta.data;

/// Where rows come from. A source is a record, so that it travels to workers as JSON.
public interface Source {
  /// Finds what there is to read.
  SourceReader open();
}
