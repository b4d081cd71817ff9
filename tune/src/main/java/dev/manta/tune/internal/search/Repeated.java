package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialState;
import dev.manta.tune.Trials;
import java.util.ArrayList;
import java.util.List;

/// Each point several times in a row; the inner searcher sees one trial with the mean of those that
/// have values.
public record Repeated(Searcher inner, int times) implements Searcher {
  public Repeated {
    if (times < 1) {
      throw new IllegalArgumentException("a point is tried at least 1 time, not " + times);
    }
  }

  @Override
  public Suggestion suggest(Trials trials) {
    int given = trials.given().size();
    int begun = trials.size() - given;
    if (begun % times != 0) {
      Trial last = trials.all().getLast();
      return new Suggestion.Try(last.point(), "repeats trial " + (begun - begun % times));
    }
    List<Trial> all = new ArrayList<>(trials.all().subList(0, given));
    for (int first = given; first < trials.size(); first += times) {
      all.add(mean(all.size(), trials.all().subList(first, first + times)));
    }
    return inner.suggest(new TrialsView(trials, all, ended(all, trials), trials.given()));
  }

  /// Those given, and groups, in the order in which their last trials ended.
  private List<Trial> ended(List<Trial> groups, Trials trials) {
    int given = trials.given().size();
    int[] left = new int[groups.size()];
    List<Trial> ended = new ArrayList<>();
    for (Trial each : trials.ended()) {
      int number = each.number();
      int group = number < given ? number : given + (number - given) / times;
      if (number < given || ++left[group] == times) {
        ended.add(groups.get(group));
      }
    }
    return ended;
  }

  private static Trial mean(int number, List<Trial> group) {
    Trial first = Trial.begin(number, group.getFirst().point());
    if (group.stream().anyMatch(trial -> trial.state() == TrialState.RUNNING)) {
      return first;
    }
    List<Trial> valued = group.stream().filter(trial -> trial.state().hasValues()).toList();
    if (valued.isEmpty()) {
      return first.end(TrialState.FAILED, List.of(), 0);
    }
    return first.end(TrialState.COMPLETE, means(valued), valued.getFirst().resource());
  }

  private static List<Double> means(List<Trial> valued) {
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < valued.getFirst().values().size(); i++) {
      int goal = i;
      means.add(valued.stream().mapToDouble(trial -> trial.values().get(goal)).average().orElse(0));
    }
    return means;
  }

  @Override
  public boolean isFinite(Space space, List<Goal> goals) {
    return inner.isFinite(space, goals);
  }

  @Override
  public void check(Space space, List<Goal> goals) {
    inner.check(space, goals);
  }
}
