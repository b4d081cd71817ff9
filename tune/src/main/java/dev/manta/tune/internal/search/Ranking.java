package dev.manta.tune.internal.search;

import dev.manta.tune.Trial;
import dev.manta.tune.TrialState;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/// Trials parted into good ones and others: complete ones are better than stopped ones, of which
/// those are better that ran longer; failed and running ones are never good.
///
/// @param good the places of the good ones, the best one first
/// @param others the places of all others
/// @param valued how many trials have values
record Ranking(List<double[]> good, List<double[]> others, int valued) {
  private static final int GOOD_MAX = 25;
  private static final double GOOD_PART = 0.1;

  /// Those that ran at least as long as enough others did, and those without values.
  static List<Trial> longest(Trials trials) {
    int enough = Coding.of(trials).size() + 2;
    Map<Long, Integer> counts = new HashMap<>();
    for (Trial each : trials.ended()) {
      if (each.state().hasValues()) {
        counts.merge(each.resource(), 1, Integer::sum);
      }
    }
    long longest =
        counts.entrySet().stream()
            .filter(each -> each.getValue() >= enough)
            .mapToLong(Map.Entry::getKey)
            .max()
            .orElse(0);
    List<Trial> chosen = new ArrayList<>();
    for (Trial each : trials.all()) {
      if (!each.state().hasValues() || each.resource() >= longest) {
        chosen.add(each);
      }
    }
    return chosen;
  }

  /// One pass with a heap of the best so far, whose worst one makes way for a better one.
  static Ranking of(Trials trials, List<Trial> chosen) {
    int valued = 0;
    for (Trial each : chosen) {
      valued += each.state().hasValues() ? 1 : 0;
    }
    int count = Math.min((int) Math.ceil(GOOD_PART * valued), GOOD_MAX);
    Comparator<Trial> order = order(trials);
    var best = new PriorityQueue<Trial>(count + 1, order.reversed());
    List<double[]> others = new ArrayList<>(chosen.size());
    for (Trial each : chosen) {
      if (!each.state().hasValues()) {
        others.add(trials.places(each));
      } else if (best.size() < count) {
        best.add(each);
      } else if (order.compare(each, best.peek()) < 0) {
        others.add(trials.places(best.poll()));
        best.add(each);
      } else {
        others.add(trials.places(each));
      }
    }
    List<Trial> sorted = best.stream().sorted(order).toList();
    return new Ranking(sorted.stream().map(trials::places).toList(), others, valued);
  }

  private static Comparator<Trial> order(Trials trials) {
    return (some, other) -> {
      if (some.state() != other.state()) {
        return some.state() == TrialState.COMPLETE ? -1 : 1;
      }
      if (some.state() == TrialState.STOPPED && some.resource() != other.resource()) {
        return Long.compare(other.resource(), some.resource());
      }
      int losses = Double.compare(trials.loss(some), trials.loss(other));
      return losses != 0 ? losses : Integer.compare(some.number(), other.number());
    };
  }
}
