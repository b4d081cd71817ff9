package dev.manta.testkit.tune;

import dev.manta.testkit.python.Python;
import dev.manta.tune.Searcher;
import org.junit.jupiter.api.Tag;

@Tag("campaign")
class OptunaContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.optuna().python(Python.with("optuna"));
  }
}
