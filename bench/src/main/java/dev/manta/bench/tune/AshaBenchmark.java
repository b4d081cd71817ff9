package dev.manta.bench.tune;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Noise;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How busy ASHA keeps 64 simulated workers, and how soon it has what random search finds.
///
/// A round is a seed. Time is virtual, so that figures are the same on every machine.
public final class AshaBenchmark implements Benchmark {
  private static final double UTILISATION_MIN = 0.9;
  private static final double PART_MAX = 0.2;
  private static final Noise NONE = new Noise(new double[] {1}, 1);

  @Override
  public String name() {
    return "asha";
  }

  @Override
  public String summary() {
    return "ASHA on 64 simulated workers: how busy they are, and its steps to what random search finds";
  }

  @Override
  public int rounds() {
    return 20;
  }

  @Override
  public List<BenchResult> run(BenchContext context) {
    List<Map<String, Double>> runs = new ArrayList<>();
    for (int seed = 0; seed < context.rounds(); seed++) {
      runs.add(AshaSimulation.measure(seed));
      context.progress().accept("seed " + (seed + 1) + " of " + context.rounds());
    }
    return answers(runs);
  }

  private static List<BenchResult> answers(List<Map<String, Double>> runs) {
    var samples = new Samples("", runs, List.of(), NONE);
    List<BenchResult> results =
        new ArrayList<>(questions().stream().map(each -> each.answer(samples)).toList());
    seeds(samples).forEach((title, percent) -> results.add(share(title, percent)));
    return results;
  }

  private static List<Question> questions() {
    return List.of(
        Question.high("makespan", "utilisation", "", Bar.of(UTILISATION_MIN)),
        Question.high("begun", "utilisation until the last trial began", "", Bar.none()),
        Question.high("same makespan", "utilisation with 1,024 trials", "", Bar.none()),
        Question.low("whole", "steps to random search's best, of its steps", "", Bar.of(PART_MAX)),
        Question.low("until", "the same, of its steps to its best", "", Bar.none()));
  }

  /// A median of yes and no says little, so these are means.
  private static Map<String, Double> seeds(Samples samples) {
    Map<String, Double> percents = new LinkedHashMap<>();
    percents.put("seeds in which ASHA found it", mean(samples.manta("found")));
    percents.put("seeds in which it did with 1,024 trials", mean(samples.manta("same found")));
    return percents;
  }

  private static double mean(double[] runs) {
    return Arrays.stream(runs).average().orElseThrow();
  }

  private static BenchResult share(String title, double percent) {
    var samples = new Samples("", List.of(Map.of("share", percent)), List.of(), NONE);
    return Question.high("share", title, "%", Bar.none()).answer(samples);
  }
}
