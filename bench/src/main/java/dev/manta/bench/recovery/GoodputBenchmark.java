package dev.manta.bench.recovery;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Child;
import dev.manta.bench.Launcher;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How much of its time a run makes steps in, of which a worker is killed every ten seconds.
public final class GoodputBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final int KILLS = 6;
  private static final double PERCENT_MIN = 97;
  private static final String WAITS = "false";
  private static final String COMPUTES = "true";

  @Override
  public String name() {
    return "goodput";
  }

  @Override
  public String summary() {
    return "steps made while a worker is killed every 10 s, of those made undisturbed";
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    return measure(context, GoodputProgram.class, PERCENT_MIN);
  }

  /// Measures a program that does what [Goodput] says, and takes whether its steps do nothing but
  /// compute: then a spare that gets warm takes cores from them.
  public static List<BenchResult> measure(BenchContext context, Class<?> program, double percentMin)
      throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    figures(program, 0, WAITS);
    Launcher.awaitCaches(LIMIT);
    var waits = Question.high("goodput", "steps that wait 20 ms", "%", Bar.of(percentMin));
    var computes = Question.high("goodput", "steps that only compute", "%", Bar.of(percentMin));
    List<BenchResult> results = new ArrayList<>();
    results.add(waits.answer(samples(context, program, WAITS)));
    results.add(computes.answer(samples(context, program, COMPUTES)));
    return results;
  }

  private static Samples samples(BenchContext context, Class<?> program, String way)
      throws IOException, InterruptedException {
    return context.alternate("", () -> goodput(program, way), Optional.empty());
  }

  private static Map<String, Double> goodput(Class<?> program, String argument)
      throws IOException, InterruptedException {
    double step = figures(program, 0, argument).getOrDefault("step", Double.NaN);
    Map<String, Double> struck = figures(program, KILLS, argument);
    double useful = struck.getOrDefault("steps", Double.NaN) * step / 1000;
    return Map.of("goodput", 100 * useful / struck.getOrDefault("seconds", 1.0), "step", step);
  }

  private static Map<String, Double> figures(Class<?> program, int kills, String argument)
      throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      List<String> arguments = List.of(scratch.path().toString(), "" + kills, argument);
      return Child.java(program, arguments, scratch.path(), LIMIT).figures();
    }
  }
}
