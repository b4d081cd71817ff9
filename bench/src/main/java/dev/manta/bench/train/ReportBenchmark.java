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

/// How many reports a second one worker makes, and whether they survive it.
public final class ReportBenchmark implements Benchmark {
  private static final double METRICS_MIN = 50_000;
  private static final double CHECKPOINTS_MIN = 100;
  private static final double DURABLE_SECONDS_MAX = 1;
  private static final String RAY_SECONDS = "6";

  private static final List<Question> QUESTIONS =
      List.of(
          Question.high("metrics", "metric reports", "1/s", Bar.of(METRICS_MIN)),
          Question.low("lost", "reports lost by kill -9 of the worker", "reports", Bar.of(0)),
          Question.low(
              "durable", "last report to everything fsynced", "s", Bar.of(DURABLE_SECONDS_MAX)),
          Question.high(
              "checkpoints", "checkpoint reports, 1 KB, SYNC", "1/s", Bar.of(CHECKPOINTS_MIN)));

  @Override
  public String name() {
    return "report";
  }

  @Override
  public String summary() {
    return "metric and checkpoint reports a second from one worker, and what kill -9 loses";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Optional<Subject> ray =
        context
            .peers()
            .script("ray", List.of("ray_peer.py", "ray_report.py"), List.of(RAY_SECONDS));
    Samples samples = context.alternate("ray", Programs.subject(ReportProgram.class), ray);
    return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
  }
}
