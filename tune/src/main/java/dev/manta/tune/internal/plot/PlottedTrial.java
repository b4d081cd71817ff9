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

/// A trial as plots show it.
///
/// @param value empty for one that failed
record PlottedTrial(int number, Point point, MarkStyle style, OptionalDouble value) {
  /// Those of all trials that have a value or failed; at least one has a value.
  static List<PlottedTrial> of(ResultGrid grid, Goal goal, Scope scope) {
    int best = grid.best(goal, scope).number();
    List<PlottedTrial> trials = new ArrayList<>();
    for (TrialResult each : grid.trials()) {
      OptionalDouble value = each.value(goal, scope);
      if (value.isPresent() || each.state() == TrialState.FAILED) {
        trials.add(new PlottedTrial(each.number(), each.point(), style(each, best, value), value));
      }
    }
    return List.copyOf(trials);
  }

  private static MarkStyle style(TrialResult each, int best, OptionalDouble value) {
    if (value.isEmpty()) {
      return MarkStyle.FAILED;
    }
    if (each.number() == best) {
      return MarkStyle.BEST;
    }
    return each.state() == TrialState.STOPPED ? MarkStyle.STOPPED : MarkStyle.COMPLETE;
  }

  /// The axis on which all values lie.
  static Scale values(List<PlottedTrial> trials) {
    return Scale.of(trials.stream().flatMapToDouble(each -> each.value().stream()).toArray());
  }

  /// A line about it: number, value, parameters.
  String words(String metric) {
    var words = new StringBuilder("trial ").append(number).append(", ").append(style.words());
    value.ifPresent(at -> words.append(": ").append(metric).append(' ').append(Label.number(at)));
    point.values().forEach((name, at) -> words.append("; ").append(name).append(' ').append(at));
    return Label.plain(words.toString());
  }
}
