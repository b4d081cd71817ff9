package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.random.RandomGenerator;

/// Independent random points.
public record RandomSearch() implements Searcher {
  @Override
  public Suggestion suggest(Trials trials) {
    Coding coding = Coding.of(trials);
    double[] places = places(trials.random(), coding.size());
    return new Suggestion.Try(coding.decode(places), "random");
  }

  @Override
  public void check(Space space, List<Goal> goals) {}

  static double[] places(RandomGenerator random, int count) {
    double[] places = new double[count];
    for (int i = 0; i < count; i++) {
      places[i] = random.nextDouble();
    }
    return places;
  }
}
