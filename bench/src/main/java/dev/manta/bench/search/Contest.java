package dev.manta.bench.search;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Noise;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Statistics;
import dev.manta.tune.Searcher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/// A searcher of Manta against a sampler of Optuna, on every function and with every seed.
///
/// @param name what it is called in results
/// @param searcher Manta's
/// @param sampler Optuna's
/// @param share the part of functions, in percent, on which Manta must not be worse
record Contest(String name, Searcher searcher, String sampler, double share) {
  private static final int BUDGET = 100;

  /// The settings of searchers were chosen with smaller seeds, which flatter them.
  static final long FIRST_SEED = 1000;

  private static final double SIGNIFICANT = 0.05;
  private static final Noise NONE = new Noise(new double[] {1}, 1);

  /// The regrets of both, a map by function for each seed.
  private record Regrets(List<Map<String, Double>> manta, List<Map<String, Double>> optuna) {}

  List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Regrets regrets = regrets(context);
    var samples = new Samples("Optuna", regrets.manta(), regrets.optuna(), NONE);
    List<BenchResult> results = new ArrayList<>();
    int won = 0;
    int functions = TestFunctions.all(0).size();
    for (TestFunction each : TestFunctions.all(0)) {
      String title = name + ", regret of " + each.name();
      results.add(Question.low(each.name(), title, "", Bar.none()).answer(samples));
      won += isNotWorse(context, each.name(), samples) ? 1 : 0;
    }
    results.add(share(100.0 * won / functions, samples.peerRuns().isEmpty()));
    return results;
  }

  private BenchResult share(double percent, boolean alone) {
    Map<String, Double> figure = Map.of("share", alone ? 0.0 : percent);
    String title = name + ", functions where the median is not worse than Optuna's";
    var samples = new Samples("", List.of(figure), List.of(), NONE);
    Bar bar = alone ? Bar.timesPeer(1) : Bar.of(share);
    return Question.high("share", title, "%", bar).answer(samples);
  }

  /// Says the medians and how significant their difference is.
  private boolean isNotWorse(BenchContext context, String function, Samples samples) {
    double[] ours = samples.manta(function);
    double[] theirs = samples.peer(function);
    if (theirs.length == 0) {
      return false;
    }
    double median = Statistics.median(ours);
    double other = Statistics.median(theirs);
    double pValue = MannWhitney.pValue(ours, theirs);
    String words = median <= other ? "not worse" : "worse";
    context
        .progress()
        .accept(
            String.format(
                Locale.ROOT,
                "%s, %s: median regret %.4g, Optuna %.4g: %s (p = %.3g%s)",
                name,
                function,
                median,
                other,
                words,
                pValue,
                pValue < SIGNIFICANT ? ", significant" : ""));
    return median <= other;
  }

  /// One for each round.
  static long[] seeds(BenchContext context) {
    long first = context.firstSeed().orElse(FIRST_SEED);
    return LongStream.range(first, first + context.rounds()).toArray();
  }

  private Regrets regrets(BenchContext context) throws IOException, InterruptedException {
    List<Map<String, Double>> manta = new ArrayList<>();
    List<Map<String, Double>> optuna = new ArrayList<>();
    Optional<OptunaStudies> studies = OptunaStudies.open(context.peers());
    try {
      for (long seed : seeds(context)) {
        var ours = new LinkedHashMap<String, Double>();
        var theirs = new LinkedHashMap<String, Double>();
        for (TestFunction each : TestFunctions.all(seed)) {
          ours.put(each.name(), MantaStudy.regret(searcher, each, seed, BUDGET));
          if (studies.isPresent()) {
            theirs.put(each.name(), studies.get().regret(sampler, each, seed, BUDGET));
          }
        }
        manta.add(ours);
        if (studies.isPresent()) {
          optuna.add(theirs);
        }
        context
            .progress()
            .accept(
                name + ": seed " + seed + ", round " + manta.size() + " of " + context.rounds());
      }
    } finally {
      if (studies.isPresent()) {
        studies.get().close();
      }
    }
    return new Regrets(manta, optuna);
  }
}
