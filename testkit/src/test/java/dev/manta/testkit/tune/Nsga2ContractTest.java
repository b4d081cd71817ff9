package dev.manta.testkit.tune;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import java.util.List;

class Nsga2ContractTest extends SearcherContract {
  @Override
  protected Searcher searcher() {
    return Searcher.nsga2();
  }

  @Override
  protected List<Goal> goals() {
    return List.of(Goal.minimize("loss"), Goal.maximize("speed"));
  }
}
