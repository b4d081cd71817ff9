package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class BohbContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.bohb();
  }
}
