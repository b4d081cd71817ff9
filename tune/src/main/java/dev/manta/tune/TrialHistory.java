package dev.manta.tune;

import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

/// The trials of one search, changed by two events: a trial begins, and a trial ends.
///
/// The same events in the same order make the same history, and so the same suggestions. It is for
/// one thread. Closing it ends what searchers keep for it, and nothing else.
public final class TrialHistory implements Trials, AutoCloseable {
  private final Space space;
  private final List<Goal> goals;
  private final long seed;
  private final OptionalInt planned;
  private final Coding coding;
  private final List<Trial> all = new ArrayList<>();
  private final List<double[]> places = new ArrayList<>();
  private final List<Trial> ended = new ArrayList<>();
  private final SearchCache cache = new SearchCache();

  /// A history without trials.
  public TrialHistory(Space space, List<Goal> goals, long seed, OptionalInt planned) {
    if (goals.isEmpty()) {
      throw new IllegalArgumentException("a search needs a goal, but has none");
    }
    this.space = space.checked();
    this.goals = List.copyOf(goals);
    this.seed = seed;
    this.planned = planned;
    this.coding = new Coding(space);
  }

  /// A trial begins; its number is how many began before.
  public Trial begin(Point point) {
    Trial trial = Trial.begin(all.size(), point);
    all.add(trial);
    places.add(coding.encode(point));
    return trial;
  }

  /// A trial ends with a value for each goal, or without values where it failed.
  public Trial end(int number, TrialState outcome, List<Double> values, long resource) {
    Trial trial = running(number);
    if (outcome.hasValues() && values.size() != goals.size()) {
      throw new IllegalArgumentException(
          "trial "
              + number
              + " has "
              + values.size()
              + " values, but there are "
              + goals.size()
              + " goals: "
              + goals.stream().map(Goal::metric).toList());
    }
    Trial result = trial.end(outcome, values, resource);
    all.set(number, result);
    ended.add(result);
    return result;
  }

  private Trial running(int number) {
    if (number < 0 || number >= all.size()) {
      throw new IllegalArgumentException(
          "there is no trial " + number + "; " + all.size() + " have begun");
    }
    Trial trial = all.get(number);
    if (trial.state() != TrialState.RUNNING) {
      throw new IllegalArgumentException(
          "trial " + number + " has ended already: it is " + trial.state());
    }
    return trial;
  }

  /// A running trial takes another point, as population based training lets it.
  public Trial move(int number, Point point) {
    Trial moved = Trial.begin(running(number).number(), point);
    all.set(number, moved);
    places.set(number, coding.encode(point));
    return moved;
  }

  @Override
  public Space space() {
    return space;
  }

  @Override
  public List<Goal> goals() {
    return goals;
  }

  @Override
  public long seed() {
    return seed;
  }

  @Override
  public OptionalInt planned() {
    return planned;
  }

  @Override
  public List<Trial> all() {
    return Collections.unmodifiableList(all);
  }

  @Override
  public List<Trial> ended() {
    return Collections.unmodifiableList(ended);
  }

  @Override
  public SearchCache cache() {
    return cache;
  }

  @Override
  public void close() {
    cache.close();
  }

  @Override
  public double[] places(Trial trial) {
    return places.get(trial.number());
  }
}
