package dev.manta.bench.search;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Dialogue;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import dev.manta.tune.Searcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How good the points of searchers are after 100 trials, and how fast TPE suggests, against
/// Optuna.
///
/// A round is a seed: 20 of them take Optuna's Gaussian process hours on two cores.
public final class SearchBenchmark implements Benchmark {
  private static final int SPEED_ROUNDS = 5;
  private static final double TIMES_FASTER = 50;

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
    return "regret of searchers after 100 trials on functions of BBOB, Branin and Hartmann, and the time of a TPE suggestion, against Optuna";
  }

  @Override
  public int rounds() {
    return 20;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    List<BenchResult> results = new ArrayList<>();
    results.add(speed(new BenchContext(context.peers(), SPEED_ROUNDS, context.progress())));
    for (Contest each : CONTESTS) {
      results.addAll(each.run(context));
    }
    return results;
  }

  private static BenchResult speed(BenchContext context) throws IOException, InterruptedException {
    Optional<Dialogue> optuna = Contest.peer(context.peers());
    try {
      Optional<Subject> peer = optuna.map(SearchBenchmark::asked);
      Samples samples = context.alternate("Optuna", TpeSpeed::measure, peer);
      Bar bar = Bar.timesPeer(TIMES_FASTER);
      String title = "TPE suggestion after 1,000 trials of 10 parameters";
      return Question.low("milliseconds", title, "ms", bar).answer(samples);
    } finally {
      if (optuna.isPresent()) {
        optuna.get().close();
      }
    }
  }

  private static Subject asked(Dialogue optuna) {
    return () -> {
      optuna.say("speed tpe " + TpeSpeed.TOLD + " " + TpeSpeed.DIMENSIONS + " 50");
      double seconds = Double.parseDouble(optuna.hear("seconds ").getFirst());
      return Map.of("milliseconds", 1e3 * seconds);
    };
  }
}
