package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class SobolSearchContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.sobol();
  }
}
