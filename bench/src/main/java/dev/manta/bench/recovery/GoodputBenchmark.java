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
    prepare(context, GoodputProgram.class);
    var waits = Question.high("goodput", "steps of 20 ms that wait", "%", Bar.of(PERCENT_MIN));
    var computes = Question.high("goodput", "steps that need a core each", "%", Bar.none());
    List<BenchResult> results = new ArrayList<>();
    results.add(measure(context, GoodputProgram.class, waits, "false"));
    results.add(measure(context, GoodputProgram.class, computes, "true"));
    return results;
  }

  /// A first run, after which no start-up cache is made any more.
  public static void prepare(BenchContext context, Class<?> program)
      throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    figures(program, 0, "false");
    Launcher.awaitCaches(LIMIT);
  }

  /// Measures a program that does what [Goodput] says, and takes one more argument.
  public static BenchResult measure(
      BenchContext context, Class<?> program, Question question, String argument)
      throws IOException, InterruptedException {
    Samples samples = context.alternate("", () -> goodput(program, argument), Optional.empty());
    return question.answer(samples);
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
