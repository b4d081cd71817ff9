package dev.manta.tune;

import java.util.List;

/// One point that is tried, and what came of it.
///
/// @param number how many trials of the search began before it
/// @param point its parameters
/// @param state where it stands
/// @param values its values of the goals, in their order; empty where it has none
/// @param resource how long it ran, in the unit of its reports; 0 where nobody said
public record Trial(int number, Point point, TrialState state, List<Double> values, long resource) {
  public Trial {
    values = List.copyOf(values);
    if (state.hasValues() == values.isEmpty()) {
      throw new IllegalArgumentException(
          "a trial that is " + state + " cannot have values " + values);
    }
  }

  /// A trial that begins.
  public static Trial begin(int number, Point point) {
    return new Trial(number, point, TrialState.RUNNING, List.of(), 0);
  }

  /// The same with its outcome. Values that are not finite numbers make it a failed one.
  public Trial end(TrialState outcome, List<Double> outcomes, long after) {
    boolean finite = outcomes.stream().allMatch(Double::isFinite);
    return finite
        ? new Trial(number, point, outcome, outcomes, after)
        : new Trial(number, point, TrialState.FAILED, List.of(), after);
  }

  /// Its only value.
  public double value() {
    return values.getFirst();
  }
}
