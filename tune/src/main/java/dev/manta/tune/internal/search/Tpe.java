package dev.manta.tune.internal.search;

import dev.manta.tune.Searcher;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.random.RandomGenerator;

/// The multivariate tree-structured Parzen estimator: points are drawn where good trials are dense,
/// and the one is tried that is the most likelier among the good trials than among the others.
///
/// Parameters that exist only at some points are modelled apart, group by group.
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
    List<Trial> known = byResource ? Ranking.longest(trials) : trials.all();
    Coding coding = Coding.of(trials);
    if (valued(known) < startup || coding.size() == 0) {
      double[] first = SobolSearch.places(trials);
      return new Suggestion.Try(coding.decode(first), "one of the first, evenly spread");
    }
    return new Suggestion.Try(coding.decode(best(trials, known, coding)), "Parzen estimator");
  }

  private static int valued(List<Trial> known) {
    int valued = 0;
    for (Trial each : known) {
      valued += each.state().hasValues() ? 1 : 0;
    }
    return valued;
  }

  /// Groups that do not exist at what was chosen before stay out of it.
  private double[] best(Trials trials, List<Trial> known, Coding coding) {
    RandomGenerator random = trials.random();
    double[] places = new double[coding.size()];
    for (ParzenGroup each : ParzenGroup.of(trials)) {
      if (each.existsAt(coding, places)) {
        Ranking ranking = each.ranking(trials, known);
        boolean learns = ranking.valued() >= startup / 2;
        each.put(
            learns ? each.best(coding, ranking, random, candidates) : each.any(coding, random),
            places);
      }
    }
    return places;
  }
}
