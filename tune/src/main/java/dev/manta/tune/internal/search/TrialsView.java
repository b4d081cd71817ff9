package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.SearchCache;
import dev.manta.tune.Space;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// Other trials in the setting of some: what a searcher sees that is wrapped in another.
///
/// @param given points of the first trials, which that searcher did not suggest
record TrialsView(Trials base, List<Trial> all, List<Trial> ended, List<Point> given)
    implements Trials {
  @Override
  public Space space() {
    return base.space();
  }

  @Override
  public List<Goal> goals() {
    return base.goals();
  }

  @Override
  public long seed() {
    return base.seed();
  }

  @Override
  public OptionalInt planned() {
    return base.planned();
  }

  @Override
  public SearchCache cache() {
    return base.cache();
  }

  @Override
  public RandomGenerator random() {
    return base.random();
  }
}
