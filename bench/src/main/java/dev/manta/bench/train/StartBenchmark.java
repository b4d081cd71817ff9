package dev.manta.bench.train;

import dev.manta.Result;
import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Child;
import dev.manta.bench.Launcher;
import dev.manta.bench.Programs;
import dev.manta.bench.Question;
import dev.manta.bench.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How long until two workers are in an empty training function, and until the demo has learnt from
/// all its images once.
public final class StartBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double SECONDS_MAX = 0.5;
  private static final double TIMES_RAY = 20;
  private static final double DEMO_SECONDS_MAX = 1.5;

  private static final List<Question> MORE =
      List.of(
          Question.low("plain", "fit() to first step, plain java", "s", Bar.none()),
          Question.low("command", "command to first step", "s", Bar.none()),
          Question.low("demo", "demo to first report", "s", Bar.of(DEMO_SECONDS_MAX)));

  @Override
  public String name() {
    return "start";
  }

  @Override
  public String summary() {
    return "command, fit() and demo to the first step, 2 workers";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    List<Question> questions = new ArrayList<>(WarmStart.questions(SECONDS_MAX, TIMES_RAY));
    questions.addAll(MORE);
    return WarmStart.againstRay(context, StartBenchmark::measure, "ray_start.py", questions);
  }

  private static Map<String, Double> measure() throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>(program());
    figures.put("plain", Programs.figures(StartProgram.class).getOrDefault("first", Double.NaN));
    figures.put("demo", demo());
    return figures;
  }

  /// A user's program started by the launcher.
  private static Map<String, Double> program() throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      Path directory = scratch.path();
      List<String> command =
          Launcher.command(
              "run",
              "--main",
              StartProgram.class.getName(),
              Launcher.jarOf(StartProgram.class).toString(),
              directory.toString());
      double before = Stamps.now();
      var figures = new TreeMap<>(new Child(command, directory, LIMIT).figures());
      figures.put("command", StartProgram.entered(directory.resolve("first")) - before);
      return figures;
    }
  }

  private static double demo() throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      String storage = scratch.path().toString();
      List<String> command = Launcher.command("demo", "--epochs", "1", "--storage", storage);
      Instant before = Instant.now();
      new Child(command, scratch.path(), LIMIT).figures();
      return Duration.between(before, firstReport(scratch.path())).toMillis() / 1e3;
    }
  }

  private static Instant firstReport(Path storage) {
    return Result.fromPath(storage.resolve("digits").toString())
        .history()
        .rows()
        .map(row -> row.report().at())
        .min(Instant::compareTo)
        .orElseThrow();
  }
}
