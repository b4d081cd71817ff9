package dev.manta.bench.search;

import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Study;
import dev.manta.tune.Trial;

/// A study of Manta on a test function.
final class MantaStudy {
  private MantaStudy() {}

  /// The regret after so many trials.
  static double regret(Searcher searcher, TestFunction function, long seed, int budget) {
    Space space = Space.of();
    for (int i = 0; i < function.dimensions(); i++) {
      space = space.uniform("x" + i, function.low()[i], function.high()[i]);
    }
    Study study =
        Study.minimize(space, "value").searcher(searcher).seed(seed).trials(budget).start();
    for (int i = 0; i < budget; i++) {
      Trial trial = study.ask();
      study.tell(trial, function.values().applyAsDouble(place(trial, function)));
    }
    return function.regret(study.best().value());
  }

  private static double[] place(Trial trial, TestFunction function) {
    double[] place = new double[function.dimensions()];
    for (int i = 0; i < place.length; i++) {
      place[i] = trial.point().number("x" + i);
    }
    return place;
  }
}
