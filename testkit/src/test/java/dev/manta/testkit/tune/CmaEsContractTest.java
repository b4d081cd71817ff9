package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;
import dev.manta.tune.Space;

class CmaEsContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.cmaEs();
  }

  @Override
  protected Space space() {
    return Space.of().logUniform("rate", 1e-5, 1).integer("layers", 1, 6).uniform("drop", 0, 0.5);
  }
}
