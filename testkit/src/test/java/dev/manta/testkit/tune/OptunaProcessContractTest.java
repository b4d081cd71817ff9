package dev.manta.testkit.tune;

import dev.manta.testkit.python.Python;
import dev.manta.tune.OptunaSampler;
import dev.manta.tune.Searcher;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

@Tag("campaign")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class OptunaProcessContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.optuna(OptunaSampler.GP).python(Python.with("optuna"));
  }
}
