package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import java.util.List;
import java.util.stream.Stream;

/// Some points first.
public record Starting(Searcher inner, List<Point> points) implements Searcher {
  public Starting {
    points = List.copyOf(points);
  }

  @Override
  public Suggestion suggest(Trials trials) {
    List<Point> before = trials.given();
    int next = trials.size() - before.size();
    if (next >= points.size()) {
      List<Point> given = Stream.concat(before.stream(), points.stream()).toList();
      return inner.suggest(new TrialsView(trials, trials.all(), trials.ended(), given));
    }
    Point point = trials.space().point(points.get(next).values());
    return new Suggestion.Try(point, "point " + (next + 1) + " of those given");
  }

  @Override
  public boolean isFinite(Space space, List<Goal> goals) {
    return inner.isFinite(space, goals);
  }

  @Override
  public void check(Space space, List<Goal> goals) {
    points.forEach(point -> space.point(point.values()));
    inner.check(space, goals);
  }
}
