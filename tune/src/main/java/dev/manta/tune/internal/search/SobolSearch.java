package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.List;

/// Points of a scrambled Sobol sequence.
public record SobolSearch() implements Searcher {
  @Override
  public Suggestion suggest(Trials trials) {
    return new Suggestion.Try(Coding.of(trials).decode(places(trials)), "Sobol point");
  }

  @Override
  public void check(Space space, List<Goal> goals) {
    int dimensions = new Coding(space).size();
    if (dimensions > Sobol.dimensionsMax()) {
      throw new IllegalArgumentException(
          "Sobol's sequence has up to "
              + Sobol.dimensionsMax()
              + " dimensions, but the space has "
              + dimensions
              + "; use Searcher.random()");
    }
  }

  /// The next point, or a random one where the space has too many dimensions.
  static double[] places(Trials trials) {
    int dimensions = Coding.of(trials).size();
    return dimensions > Sobol.dimensionsMax()
        ? RandomSearch.places(trials.random(), dimensions)
        : new Sobol(dimensions, trials.seed()).point(trials.size());
  }
}
