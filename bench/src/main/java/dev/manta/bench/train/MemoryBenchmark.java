package dev.manta.bench.train;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Programs;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What an idle worker, its driver, and everything together occupy.
public final class MemoryBenchmark implements Benchmark {
  private static final double WORKER_MEGABYTES_MAX = 60;
  private static final double DRIVER_MEGABYTES_MAX = 120;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("worker", "idle worker, RSS", "MB", Bar.of(WORKER_MEGABYTES_MAX)),
          Question.low("worker-pss", "idle worker, PSS", "MB", Bar.none()),
          Question.low("driver", "driver, RSS", "MB", Bar.of(DRIVER_MEGABYTES_MAX)),
          Question.low("driver-pss", "driver, PSS", "MB", Bar.none()),
          Question.low("all", "driver, 2 workers, daemons, PSS", "MB", Bar.none()));

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public String summary() {
    return "memory of an idle worker and of its driver";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Optional<Subject> ray =
        context.peers().script("ray", List.of("ray_peer.py", "ray_memory.py"), List.of());
    Samples samples = context.alternate("ray", Programs.subject(MemoryProgram.class), ray);
    return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
  }
}
