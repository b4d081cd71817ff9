package dev.manta.tune.internal.search;

import dev.manta.tune.Searcher;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.random.RandomGenerator;

/// The multivariate tree-structured Parzen estimator: points are drawn where good trials are dense,
/// and the one is tried that is the most likelier among the good trials than among the others.
///
/// Running trials count as bad ones (the constant liar), so that parallel trials keep apart.
///
/// @param startup how many points fill the space evenly first
/// @param candidates how many points are drawn
/// @param byResource whether only trials count that ran longest, as in BOHB
public record Tpe(int startup, int candidates, boolean byResource) implements Searcher {
  public static final Tpe STANDARD = new Tpe(10, 32, false);
  public static final Tpe BY_RESOURCE = new Tpe(10, 32, true);

  @Override
  public Suggestion suggest(Trials trials) {
    Ranking ranking = byResource ? Ranking.longest(trials) : Ranking.of(trials);
    if (ranking.valued() < startup || Coding.of(trials).size() == 0) {
      double[] first = SobolSearch.places(trials);
      return new Suggestion.Try(Coding.of(trials).decode(first), "one of the first, evenly spread");
    }
    double[] best = best(trials, ranking);
    return new Suggestion.Try(Coding.of(trials).decode(best), "Parzen estimator");
  }

  private double[] best(Trials trials, Ranking ranking) {
    var axes = Axes.of(Coding.of(trials));
    var good = Parzen.sharp(axes, ranking.good());
    var others = Parzen.even(axes, ranking.others());
    RandomGenerator random = trials.random();
    double[] best = good.sample(random);
    double most = good.logDensity(best) - others.logDensity(best);
    for (int i = 1; i < candidates; i++) {
      double[] candidate = good.sample(random);
      double gain = good.logDensity(candidate) - others.logDensity(candidate);
      if (gain > most) {
        most = gain;
        best = candidate;
      }
    }
    return best;
  }
}
