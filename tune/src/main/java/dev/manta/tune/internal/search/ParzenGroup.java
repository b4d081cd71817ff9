package dev.manta.tune.internal.search;

import dev.manta.tune.Dimension;
import dev.manta.tune.ParameterCondition;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Parameters that exist at the same points: their density is learnt from the trials that have
/// them, whatever trials without them were like.
///
/// @param axes which places of a point they are
record ParzenGroup(List<Integer> axes) {
  ParzenGroup {
    axes = List.copyOf(axes);
  }

  /// The groups of a space, those that a condition of another looks at before it.
  static List<ParzenGroup> of(Trials trials) {
    Map<Optional<ParameterCondition>, List<Integer>> groups = new LinkedHashMap<>();
    int axis = 0;
    for (Dimension each : trials.space().dimensions()) {
      if (each.isSearched()) {
        groups.computeIfAbsent(each.condition(), _ -> new ArrayList<>()).add(axis++);
      }
    }
    return groups.values().stream().map(ParzenGroup::new).toList();
  }

  /// Whether they exist at the places that were chosen for the parameters before them.
  boolean existsAt(Coding coding, double[] places) {
    return !coding.axis(axes.getFirst()).conditional() || isIn(coding.snap(places));
  }

  private boolean isIn(double[] places) {
    return !Double.isNaN(places[axes.getFirst()]);
  }

  /// What trials that have these parameters say of them.
  Ranking ranking(Trials trials, List<Trial> known) {
    if (known.isEmpty() || axes.size() == trials.places(known.getFirst()).length) {
      return Ranking.of(trials, known);
    }
    List<Trial> mine = known.stream().filter(each -> isIn(trials.places(each))).toList();
    Ranking all = Ranking.of(trials, mine);
    return new Ranking(only(all.good()), only(all.others()), all.valued());
  }

  private List<double[]> only(List<double[]> places) {
    return places.stream().map(this::only).toList();
  }

  private double[] only(double[] places) {
    return axes.stream().mapToDouble(axis -> places[axis]).toArray();
  }

  /// Of some candidates the one that is the most likelier among the good trials than among the
  /// others.
  double[] best(Coding coding, Ranking ranking, RandomGenerator random, int candidates) {
    Axes mine = mine(coding);
    var good = Parzen.sharp(mine, ranking.good());
    var others = Parzen.even(mine, ranking.others());
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

  /// Any place, where too few trials have them to learn from.
  double[] any(Coding coding, RandomGenerator random) {
    return Parzen.sharp(mine(coding), List.of()).sample(random);
  }

  private Axes mine(Coding coding) {
    return Axes.of(axes.stream().map(coding::axis).toList());
  }

  /// Puts places of these parameters into those of a point.
  void put(double[] mine, double[] places) {
    for (int i = 0; i < mine.length; i++) {
      places[axes.get(i)] = mine[i];
    }
  }
}
