package dev.manta.tune.internal.plot;

import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import dev.manta.tune.TrialResult;
import dev.manta.tune.TrialState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// What a plot shows of a trial.
///
/// @param value empty for one that failed
record Outcome(int number, Point point, Look look, OptionalDouble value) {
  /// Those of all trials that have a value or failed; at least one has a value.
  static List<Outcome> of(ResultGrid grid, Goal goal, Scope scope) {
    int best = grid.best(goal, scope).number();
    List<Outcome> outcomes = new ArrayList<>();
    for (TrialResult each : grid.trials()) {
      OptionalDouble value = each.value(goal, scope);
      if (value.isPresent() || each.state() == TrialState.FAILED) {
        outcomes.add(new Outcome(each.number(), each.point(), look(each, best, value), value));
      }
    }
    return List.copyOf(outcomes);
  }

  private static Look look(TrialResult each, int best, OptionalDouble value) {
    if (value.isEmpty()) {
      return Look.FAILED;
    }
    if (each.number() == best) {
      return Look.BEST;
    }
    return each.state() == TrialState.STOPPED ? Look.STOPPED : Look.COMPLETE;
  }

  /// The axis on which all values lie.
  static Scale values(List<Outcome> outcomes) {
    return Scale.of(outcomes.stream().flatMapToDouble(each -> each.value().stream()).toArray());
  }

  /// A line about it: number, value, parameters.
  String words(String metric) {
    var words = new StringBuilder("trial ").append(number).append(", ").append(look.words());
    value.ifPresent(at -> words.append(": ").append(metric).append(' ').append(Label.number(at)));
    point.values().forEach((name, at) -> words.append("; ").append(name).append(' ').append(at));
    return Label.plain(words.toString());
  }
}
