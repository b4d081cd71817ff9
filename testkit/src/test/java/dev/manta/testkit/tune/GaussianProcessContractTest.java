package dev.manta.testkit.tune;

import dev.manta.tune.Searcher;

class GaussianProcessContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.gaussianProcess();
  }
}
