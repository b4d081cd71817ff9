package dev.manta.bench.tune;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import java.io.IOException;
import java.util.List;

/// How many trials of a function that does nothing run in a second, how many results ASHA takes,
/// and how long TPE takes for a suggestion.
public final class TuneBenchmark implements Benchmark {
  private static final double TIMES_OPTUNA = 20;
  private static final double TIMES_RAY = 1000;
  private static final double RESULTS = 100_000;

  @Override
  public String name() {
    return "tune";
  }

  @Override
  public String summary() {
    return "trials a second of a function that does nothing, with random search, beside Optuna's optimize and Ray Tune; results a second into ASHA; the time of a TPE suggestion, beside Optuna's";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    var optuna =
        new Rival(
            "Optuna",
            context
                .peers()
                .script(
                    "optuna",
                    List.of("optuna_tune.py"),
                    List.of(Integer.toString(TrialRate.OPTUNA_TRIALS))));
    var ray =
        new Rival(
            "Ray Tune",
            context
                .peers()
                .script(
                    "ray.tune",
                    List.of("ray_peer.py", "ray_tune.py"),
                    List.of(Integer.toString(TrialRate.RAY_TRIALS))));
    BenchResult suggestion = TpeSpeed.compared(context);
    List<Samples> all = context.alternate(TrialRate::measure, List.of(optuna, ray));
    return List.of(
        suggestion,
        trials("threads", "trials in threads", Bar.timesPeer(TIMES_OPTUNA), all.getFirst()),
        trials("threads", "trials in threads, Ray", Bar.timesPeer(TIMES_RAY), all.getLast()),
        trials("processes", "trials in processes, Ray", Bar.none(), all.getLast()),
        trials("scheduled", "results into ASHA", Bar.of(RESULTS), all.getFirst()),
        trials("journaled", "results into ASHA with a journal", Bar.none(), all.getFirst()));
  }

  private static BenchResult trials(String figure, String title, Bar bar, Samples samples) {
    return Question.high(figure, title, "/s", bar).answer(samples);
  }
}
