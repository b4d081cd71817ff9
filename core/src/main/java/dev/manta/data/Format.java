package dev.manta.data;

import java.util.List;
import java.util.Optional;

/// A file format that comes with a module of its own; found as a service.
public interface Format {
  /// What users and [Dataset#read] call it, such as `parquet`.
  String name();

  /// The rows of files.
  Source source(List<String> paths);

  /// What writes files of this format, where it can.
  default Optional<Sink> sink() {
    return Optional.empty();
  }
}
