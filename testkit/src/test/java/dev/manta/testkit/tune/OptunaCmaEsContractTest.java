package dev.manta.testkit.tune;

import dev.manta.testkit.python.Python;
import dev.manta.tune.OptunaSampler;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import org.junit.jupiter.api.Tag;

@Tag("campaign")
class OptunaCmaEsContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.optuna(OptunaSampler.CMA_ES).python(Python.with("cmaes"));
  }

  @Override
  protected Space space() {
    return Space.of().logUniform("rate", 1e-5, 1).uniform("drop", 0, 0.5).integer("layers", 1, 9);
  }
}
