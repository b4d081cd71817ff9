package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class AutoContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.auto();
  }
}
