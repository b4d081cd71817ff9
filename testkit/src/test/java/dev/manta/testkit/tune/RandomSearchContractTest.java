package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class RandomSearchContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.random();
  }
}
