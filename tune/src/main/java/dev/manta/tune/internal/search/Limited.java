package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import java.util.List;

/// At most so many trials at a time.
public record Limited(Searcher inner, int concurrent) implements Searcher {
  public Limited {
    if (concurrent < 1) {
      throw new IllegalArgumentException(
          "at least 1 trial must be allowed at a time, not " + concurrent);
    }
  }

  @Override
  public Suggestion suggest(Trials trials) {
    int running = trials.size() - trials.ended().size();
    return running < concurrent
        ? inner.suggest(trials)
        : new Suggestion.Wait(running + " trials run, at most " + concurrent + " may");
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
