package dev.manta.tune;

import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// What a searcher knows when it is asked: the space, the goals, and all trials so far.
public interface Trials {
  /// Where points lie.
  Space space();

  /// What is to be small or large; at least one goal.
  List<Goal> goals();

  /// What random numbers begin with.
  long seed();

  /// How many trials are planned, where that is known.
  OptionalInt planned();

  /// All trials by number.
  List<Trial> all();

  /// Those that ended, in the order in which they did.
  List<Trial> ended();

  /// What searchers keep between two suggestions; one for the whole search.
  SearchCache cache();

  /// A trial's point as places between 0 and 1, one for each parameter that has more than one
  /// value; NaN for one that does not exist there.
  default double[] places(Trial trial) {
    return Coding.of(this).encode(trial.point());
  }

  /// The points of the first trials that the searcher did not suggest: those that somebody gave to
  /// begin with, and those of earlier searches.
  default List<Point> given() {
    return List.of();
  }

  /// How many trials have begun: the number of the next one.
  default int size() {
    return all().size();
  }

  /// Random numbers for the next suggestion: the same ones whenever it is asked for again.
  default RandomGenerator random() {
    return RandomStream.of(seed(), size());
  }

  /// The first goal's value of a trial that has values, so that small is good.
  default double loss(Trial trial) {
    return goals().getFirst().loss(trial.value());
  }

  /// The trials that run.
  default List<Trial> running() {
    return all().stream().filter(trial -> trial.state() == TrialState.RUNNING).toList();
  }
}
