package dev.manta.bench.torch;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Child;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What exact mode costs: steps per second against the same program without it.
public final class ExactBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final List<String> MODELS = List.of("MLP", "CNN");
  private static final List<String> LANES = List.of("2", "8");

  @Override
  public String name() {
    return "exact";
  }

  @Override
  public String summary() {
    return "steps per second in exact mode, against the same model without it (needs PyTorch)";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Samples samples =
        context.alternate("without", ExactBenchmark::exact, Optional.of(ExactBenchmark::without));
    return MODELS.stream()
        .flatMap(model -> LANES.stream().map(lanes -> question(model, lanes).answer(samples)))
        .toList();
  }

  private static Question question(String model, String lanes) {
    String name = model + ", 2 workers, " + lanes + " lanes";
    return Question.high(model + "-" + lanes, name, "steps/s", Bar.none());
  }

  private static Map<String, Double> exact() throws IOException, InterruptedException {
    return figures(
        MODELS.stream().flatMap(m -> LANES.stream().flatMap(l -> List.of(m, l).stream())).toList());
  }

  /// The same figure for every number of lanes.
  private static Map<String, Double> without() throws IOException, InterruptedException {
    Map<String, Double> said =
        figures(MODELS.stream().flatMap(model -> List.of(model, "0").stream()).toList());
    Map<String, Double> figures = new TreeMap<>();
    for (String model : MODELS) {
      LANES.forEach(lanes -> figures.put(model + "-" + lanes, said.get(model + "-0")));
    }
    return figures;
  }

  private static Map<String, Double> figures(List<String> what)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      List<String> arguments = new ArrayList<>(List.of(scratch.path().toString()));
      arguments.addAll(what);
      return Child.java(ExactProgram.class, arguments, scratch.path(), LIMIT).figures();
    }
  }
}
