package dev.manta.tune.internal.search;

import dev.manta.tune.Dimension;
import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// Every combination of values, the last parameter changing fastest; combinations that conditions
/// make equal are tried once.
public record GridSearch() implements Searcher {
  private static final long POINTS_MAX = 1_000_000;

  @Override
  public void check(Space space, List<Goal> goals) {
    for (Dimension each : space.dimensions()) {
      if (each.domain().size().isEmpty()) {
        throw new IllegalArgumentException(
            "grid search needs values that can be counted, but "
                + each
                + " has none; give it a grid or a step");
      }
    }
    OptionalLong size = space.size();
    if (size.getAsLong() > POINTS_MAX) {
      throw new IllegalArgumentException(
          "the grid has "
              + count(size.getAsLong())
              + " points ("
              + factors(space)
              + "), more than "
              + POINTS_MAX
              + "; take fewer values, or another searcher");
    }
  }

  @Override
  public boolean isFinite(Space space, List<Goal> goals) {
    return true;
  }

  private static String count(long size) {
    return size == Long.MAX_VALUE ? "more than 9.2e18" : Long.toString(size);
  }

  private static String factors(Space space) {
    List<String> factors = new ArrayList<>();
    for (Dimension each : space.dimensions()) {
      factors.add(each.name() + " " + each.domain().size().orElse(0));
    }
    return String.join(" × ", factors);
  }

  @Override
  public Suggestion suggest(Trials trials) {
    check(trials.space(), trials.goals());
    long size = trials.space().size().orElse(0);
    boolean conditional =
        trials.space().dimensions().stream().anyMatch(d -> d.condition().isPresent());
    if (!conditional) {
      return trials.size() < size ? point(trials, trials.size()) : end(size);
    }
    Set<Point> tried = new LinkedHashSet<>();
    for (long index = 0; index < size; index++) {
      Point point = at(trials, index);
      if (tried.add(point) && tried.size() > trials.size()) {
        return new Suggestion.Try(point, "point " + tried.size() + " of the grid");
      }
    }
    return end(tried.size());
  }

  private static Suggestion point(Trials trials, long index) {
    return new Suggestion.Try(at(trials, index), "point " + (index + 1) + " of the grid");
  }

  private static Suggestion end(long size) {
    return new Suggestion.End("all " + size + " points of the grid have been tried");
  }

  private static Point at(Trials trials, long index) {
    double[] places = new double[Coding.of(trials).size()];
    long rest = index;
    for (int i = places.length - 1; i >= 0; i--) {
      long count = Coding.of(trials).axis(i).domain().size().orElse(1);
      places[i] = (rest % count + 0.5) / count;
      rest /= count;
    }
    return Coding.of(trials).decode(places);
  }
}
