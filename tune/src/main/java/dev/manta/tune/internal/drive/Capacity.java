package dev.manta.tune.internal.drive;

import dev.manta.tune.internal.experiment.Experiment;

/// How much of the machines there are an experiment may use.
public interface Capacity extends AutoCloseable {
  /// Takes as much as is free of what an experiment needs, and gives back what it does not need any
  /// more; how many workers its trials may have from now on. It is asked again and again and does
  /// not wait.
  int workers(Experiment.Need need);

  /// Gives everything back.
  @Override
  default void close() {}

  /// As much as an experiment needs.
  static Capacity unlimited() {
    return Experiment.Need::most;
  }
}
