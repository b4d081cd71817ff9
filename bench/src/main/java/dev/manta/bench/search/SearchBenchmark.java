package dev.manta.bench.search;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.tune.Searcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// How good the points of searchers are after 100 trials, against Optuna.
///
/// A round is a seed, of those that no setting of a searcher was chosen with: 20 of them take
/// Optuna's Gaussian process hours on two cores, so a run that was ended resumes where it was.
public final class SearchBenchmark implements Benchmark {
  private static final List<Contest> CONTESTS =
      List.of(
          new Contest("TPE against TPE", Searcher.tpe(), "tpe", 50),
          new Contest("the default against the default", Searcher.auto(), "default", 70),
          new Contest("GP against GP", Searcher.gaussianProcess(), "gp", 50));

  @Override
  public String name() {
    return "search";
  }

  @Override
  public String summary() {
    return "regret of searchers after 100 trials on functions of BBOB, Branin and Hartmann, against Optuna";
  }

  @Override
  public int rounds() {
    return 20;
  }

  @Override
  public boolean hasSeeds() {
    return true;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    List<BenchResult> results = new ArrayList<>();
    for (Contest each : CONTESTS) {
      results.addAll(each.run(context));
    }
    return results;
  }
}
