package dev.manta.testkit.tune;

import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialState;
import java.util.List;

class KnowingContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.tpe()
        .knowing(
            List.of(
                new Trial(0, known(), TrialState.COMPLETE, List.of(1.0), 0),
                new Trial(1, known(), TrialState.COMPLETE, List.of(2.0), 0)));
  }

  private static Point known() {
    return Point.of("rate", 0.1).with("layers", 2).with("kind", "a").with("drop", 0.1);
  }
}
