package dev.manta.bench.train;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// How long a run with a hundred thousand kept checkpoints and a million reports takes to resume,
/// and how large its control records are.
public final class HistoryBenchmark implements Benchmark {
  private static final int CHECKPOINTS = 100_000;
  private static final int REPORTS = 1_000_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double SECONDS_MAX = 1;
  private static final double KILOBYTES_MAX = 64;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("first", "fit() to first step, long history", "s", Bar.of(SECONDS_MAX)),
          Question.low("record", "largest control record", "KB", Bar.of(KILOBYTES_MAX)),
          Question.low("catalog", "lists of checkpoints", "MB", Bar.none()));

  @Override
  public String name() {
    return "history";
  }

  @Override
  public String summary() {
    return "resuming a run with 100,000 kept checkpoints and 1,000,000 reports";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      Path runs = Files.createDirectories(scratch.path().resolve("runs"));
      context
          .progress()
          .accept("making %s checkpoints and %s reports".formatted(CHECKPOINTS, REPORTS));
      new HistoryMaker(runs, HistoryProgram.NAME).make(CHECKPOINTS, REPORTS, HistoryProgram.class);
      Samples samples =
          context.alternate("", () -> measure(scratch.path(), runs), Optional.empty());
      return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
    }
  }

  private static Map<String, Double> measure(Path directory, Path runs)
      throws IOException, InterruptedException {
    List<String> command =
        Launcher.command(
            "run",
            "--main",
            HistoryProgram.class.getName(),
            Launcher.jarOf(HistoryProgram.class).toString(),
            directory.toString());
    Map<String, Double> figures = new TreeMap<>(new Child(command, directory, LIMIT).figures());
    Path run = runs.resolve(HistoryProgram.NAME);
    figures.put("record", sizes(run.resolve("control")).getMax() / 1e3);
    figures.put("catalog", sizes(run.resolve("catalog")).getSum() / 1e6);
    return figures;
  }

  private static LongSummaryStatistics sizes(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).summaryStatistics();
    }
  }
}
