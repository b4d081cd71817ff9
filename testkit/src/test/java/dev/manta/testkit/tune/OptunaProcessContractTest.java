package dev.manta.testkit.tune;

import dev.manta.testkit.python.Python;
import dev.manta.tune.OptunaSampler;
import dev.manta.tune.Searcher;
import org.junit.jupiter.api.Tag;

@Tag("campaign")
class OptunaProcessContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.optuna(OptunaSampler.GP).python(Python.with("optuna"));
  }
}
