package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class LimitedContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.random().limitedTo(2);
  }
}
