package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class TpeContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.tpe();
  }
}
