package dev.manta.testkit.tune;

import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import java.util.List;

class StartingContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.tpe()
        .startingWith(
            List.of(Point.of("rate", 0.1).with("layers", 2).with("kind", "a").with("drop", 0.1)));
  }
}
