package dev.manta.bench.cluster;

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
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A thousand nodes with a worker each, in one JVM: head, rules, records and reports are the real
/// ones; nodes and workers are made up and answer at once.
public final class ClusterBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final double GANG_MILLIS = 50;
  private static final double ENTERED_SECONDS = 5;
  private static final double REPORTS_A_SECOND = 20_000;
  private static final double PLACEMENT_MILLIS = 50;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("gang", "1,000 workers granted on 1,000 nodes", "ms", Bar.of(GANG_MILLIS)),
          Question.low("entered", "fit() to all 1,000 entered", "s", Bar.of(ENTERED_SECONDS)),
          Question.high("reports", "reports of 1,000 workers", "/s", Bar.of(REPORTS_A_SECOND)),
          Question.low(
              "placement", "1,000 ranks laid over 10,000 nodes", "ms", Bar.of(PLACEMENT_MILLIS)));

  @Override
  public String name() {
    return "cluster";
  }

  @Override
  public String summary() {
    return "1,000 nodes and 1,000 workers, all made up but for the head and the driver";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      Samples samples = context.alternate("", () -> measure(scratch.path()), Optional.empty());
      return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
    }
  }

  private static Map<String, Double> measure(Path directory)
      throws IOException, InterruptedException {
    List<String> command =
        Launcher.command(
            "run",
            "--main",
            ClusterProgram.class.getName(),
            Launcher.jarOf(ClusterProgram.class).toString(),
            directory.toString());
    return new Child(command, directory, LIMIT).figures();
  }
}
