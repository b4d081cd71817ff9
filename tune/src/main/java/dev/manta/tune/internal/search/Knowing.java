package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import java.util.ArrayList;
import java.util.List;

/// Trials of an earlier search come first, those of this one after them.
public record Knowing(Searcher inner, List<Trial> earlier) implements Searcher {
  public Knowing {
    earlier = earlier.stream().filter(trial -> trial.state().hasValues()).toList();
  }

  @Override
  public Suggestion suggest(Trials trials) {
    List<Trial> all = renumbered(earlier, 0);
    List<Trial> ended = new ArrayList<>(all);
    all.addAll(renumbered(trials.all(), earlier.size()));
    ended.addAll(renumbered(trials.ended(), earlier.size()));
    List<Point> given = new ArrayList<>(earlier.stream().map(Trial::point).toList());
    given.addAll(trials.given());
    return inner.suggest(new TrialsView(trials, all, ended, given));
  }

  private static List<Trial> renumbered(List<Trial> trials, int offset) {
    List<Trial> renumbered = new ArrayList<>();
    for (int i = 0; i < trials.size(); i++) {
      Trial each = trials.get(i);
      int number = offset == 0 ? i : offset + each.number();
      renumbered.add(new Trial(number, each.point(), each.state(), each.values(), each.resource()));
    }
    return renumbered;
  }

  @Override
  public boolean isFinite(Space space, List<Goal> goals) {
    return inner.isFinite(space, goals);
  }

  @Override
  public void check(Space space, List<Goal> goals) {
    inner.check(space, goals);
    for (Trial each : earlier) {
      space.point(each.point().values());
      if (each.values().size() != goals.size()) {
        throw new IllegalArgumentException(
            "an earlier trial has "
                + each.values().size()
                + " values, but there are "
                + goals.size()
                + " goals");
      }
    }
  }
}
