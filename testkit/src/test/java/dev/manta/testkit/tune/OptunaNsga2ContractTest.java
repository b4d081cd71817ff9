package dev.manta.testkit.tune;

import dev.manta.testkit.python.Python;
import dev.manta.tune.Goal;
import dev.manta.tune.OptunaSampler;
import dev.manta.tune.Searcher;
import java.util.List;
import org.junit.jupiter.api.Tag;

@Tag("campaign")
class OptunaNsga2ContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.optuna(OptunaSampler.NSGA_II).python(Python.with("optuna"));
  }

  @Override
  protected List<Goal> goals() {
    return List.of(Goal.minimize("loss"), Goal.maximize("speed"));
  }
}
