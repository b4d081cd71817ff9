package dev.manta.examples;

import dev.manta.Result;
import dev.manta.train.RunConfig;

/// A training that `manta demo FRAMEWORK` runs, found by `ServiceLoader` in the framework's module.
/// It reports an `accuracy`.
public interface Demo {
  /// The word that is typed after `demo`.
  String framework();

  /// What the run is called unless the user says.
  String runName();

  /// Where its source is, from the repository's root.
  String source();

  /// Trains.
  Result fit(int workers, int epochs, RunConfig run);
}
