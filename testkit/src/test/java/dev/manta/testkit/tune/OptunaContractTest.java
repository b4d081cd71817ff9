package dev.manta.testkit.tune;

import dev.manta.testkit.python.Python;
import dev.manta.tune.Searcher;

class OptunaContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.optuna().python(Python.with("optuna"));
  }
}
