package dev.manta.bench.recovery;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Programs;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How long a run stands still when its number of workers changes.
public final class ResizeBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double GAP_MILLIS_MAX = 1000;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("grow", "2 to 4 workers, between two steps", "ms", Bar.of(GAP_MILLIS_MAX)),
          Question.low("shrink", "4 to 3 workers, between two steps", "ms", Bar.of(GAP_MILLIS_MAX)),
          Question.low("lost", "committed steps lost", "steps", Bar.of(0)),
          Question.low("restarted", "processes restarted that stay", "processes", Bar.of(0)));

  @Override
  public String name() {
    return "resize";
  }

  @Override
  public String summary() {
    return "a run that goes from 2 to 4 to 3 workers: how long it stands still";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    return measure(context, ResizeProgram.class);
  }

  /// Measures a program that does what [Sizes] says.
  public static List<BenchResult> measure(BenchContext context, Class<?> program)
      throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    Programs.figures(program);
    Launcher.awaitCaches(LIMIT);
    Samples samples = context.alternate("", Programs.subject(program), Optional.empty());
    return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
  }
}
