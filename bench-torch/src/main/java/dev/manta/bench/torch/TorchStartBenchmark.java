package dev.manta.bench.torch;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Programs;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How long until two workers have made the first step of a small PyTorch model.
public final class TorchStartBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double SECONDS_MAX = 2;
  private static final double TIMES_RAY = 6;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("first", "fit() to first step", "s", Bar.of(SECONDS_MAX)),
          Question.low("first", "fit() to first step, against ray", "s", Bar.timesPeer(TIMES_RAY)),
          Question.low("second", "second fit() to first step", "s", Bar.of(SECONDS_MAX)));

  @Override
  public String name() {
    return "start-torch";
  }

  @Override
  public String summary() {
    return "fit() to the first step of a PyTorch model, 2 workers (start --with torch)";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    Programs.figures(TorchStartProgram.class);
    Launcher.awaitCaches(LIMIT);
    Optional<Subject> ray =
        context.peers().script("ray", List.of("ray_peer.py", "ray_torch_start.py"), List.of());
    Samples samples = context.alternate("ray", Programs.subject(TorchStartProgram.class), ray);
    return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
  }
}
