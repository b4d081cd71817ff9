package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class RepeatedContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.tpe().repeated(3);
  }
}
