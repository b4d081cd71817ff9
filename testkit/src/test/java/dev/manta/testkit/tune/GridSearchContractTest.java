package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;
import dev.manta.tune.Space;

class GridSearchContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.grid();
  }

  @Override
  protected Space space() {
    return Space.of()
        .grid("rate", 0.1, 0.01, 0.001)
        .integer("layers", 1, 6)
        .choice("kind", "a", "b")
        .when("kind", "a", inner -> inner.grid("drop", 0.0, 0.5));
  }
}
