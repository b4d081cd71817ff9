package dev.manta.examples.guide;

import dev.manta.examples.guide.DescentKinds.Config;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Study;
import dev.manta.tune.Trial;

/// A search whose loop is the program's own.
public final class AskAndTell {
  private AskAndTell() {}

  // region: ask
  /// Forty trials, one after the other; other threads may ask and tell meanwhile.
  static Trial best() {
    var setup = Study.minimize(Space.of(Config.class), "loss").searcher(Searcher.tpe());
    try (Study study = setup.start()) {
      for (int i = 0; i < 40; i++) {
        Trial trial = study.ask();
        Config config = study.config(trial, Config.class);
        study.tell(trial, DescentKinds.descend(new double[] {-1, 1, 0, 0}, config, 540));
      }
      return study.best();
    }
  }
  // endregion
}
