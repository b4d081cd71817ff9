package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;
import dev.manta.tune.Space;

class ConditionalProcessContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.gaussianProcess();
  }

  @Override
  protected Space space() {
    return Space.of()
        .choice("kind", "a", "b")
        .when("kind", "a", inner -> inner.uniform("drop", 0, 0.5).integer("depth", 1, 3))
        .logUniform("rate", 1e-5, 1);
  }
}
