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
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

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
    Set<Point> given = given(trials);
    if (!conditional && given.isEmpty()) {
      return trials.size() < size ? point(at(trials, trials.size()), trials.size()) : end(size);
    }
    return conditional ? nextOf(trials, size, given) : nextOf(trials, size, indexes(trials, given));
  }

  private static Set<Point> given(Trials trials) {
    Set<Point> given = new HashSet<>();
    trials.given().forEach(each -> given.add(trials.space().point(each.values())));
    return given;
  }

  /// The next one that nobody has given; those that this searcher suggested are counted.
  private static Suggestion nextOf(Trials trials, long size, Set<Point> given) {
    Set<Point> tried = new HashSet<>(given);
    int suggested = trials.size() - trials.given().size();
    for (long index = 0; index < size; index++) {
      Point point = at(trials, index);
      if (tried.add(point) && tried.size() > given.size() + suggested) {
        return point(point, tried.size() - 1);
      }
    }
    return end(tried.size());
  }

  private static Suggestion nextOf(Trials trials, long size, SortedSet<Long> given) {
    long index = (long) trials.size() - trials.given().size();
    for (long each : given) {
      index += each <= index ? 1 : 0;
    }
    return index < size ? point(at(trials, index), index) : end(size);
  }

  /// Where points lie in the order of the grid.
  private static SortedSet<Long> indexes(Trials trials, Set<Point> points) {
    Coding coding = Coding.of(trials);
    SortedSet<Long> indexes = new TreeSet<>();
    for (Point each : points) {
      double[] places = coding.encode(each);
      long index = 0;
      for (int i = 0; i < places.length; i++) {
        long count = coding.axis(i).domain().size().orElse(1);
        index = index * count + (long) (places[i] * count);
      }
      if (at(trials, index).equals(each)) {
        indexes.add(index);
      }
    }
    return indexes;
  }

  private static Suggestion point(Point point, long index) {
    return new Suggestion.Try(point, "point " + (index + 1) + " of the grid");
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
