package dev.manta.bench.recovery;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Programs;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What it costs to commit 100 MB of parameters and moments after every step of 100 ms.
public final class CommitBenchmark implements Benchmark {
  private static final double PERCENT_MAX = 1;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("in-place", "commit in place, of step time", "%", Bar.of(PERCENT_MAX)),
          Question.low("copied", "commit by copying, of step time", "%", Bar.none()),
          Question.low(
              "sharded", "commit of shards, a copy on a neighbour, of step time", "%", Bar.none()));

  @Override
  public String name() {
    return "commit";
  }

  @Override
  public String summary() {
    return "committing 100 MB after every step of 100 ms, 2 workers";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Samples samples =
        context.alternate("", Programs.subject(CommitProgram.class), Optional.empty());
    return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
  }
}
