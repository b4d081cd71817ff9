package dev.manta.bench.tune;

import java.util.List;
import java.util.OptionalLong;

/// What a simulated search did.
///
/// @param occupancy when its workers were busy
/// @param lastBegun when the last trial began
/// @param completions the trials that made all their steps, in that order
/// @param steps the steps that all workers made
record SearchTrace(
    Occupancy occupancy, double lastBegun, List<Completion> completions, long steps) {
  /// A trial that made all its steps.
  ///
  /// @param steps those that all workers had made by then
  /// @param loss what it reported last
  record Completion(long steps, double loss) {}

  SearchTrace {
    completions = List.copyOf(completions);
  }

  /// The least loss of a trial that made all its steps.
  double best() {
    return completions.stream()
        .mapToDouble(Completion::loss)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /// The steps that all workers had made when a trial first ended with a loss as low as this.
  OptionalLong stepsTo(double loss) {
    return completions.stream()
        .filter(each -> each.loss() <= loss)
        .mapToLong(Completion::steps)
        .findFirst();
  }
}
