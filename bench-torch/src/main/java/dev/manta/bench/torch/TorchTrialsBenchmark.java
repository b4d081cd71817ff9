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

/// How soon a trial of a trainer is under way when the one before has returned.
public final class TorchTrialsBenchmark implements Benchmark {
  private static final double SECONDS_MAX = 0.5;
  private static final Duration CACHES_WITHIN = Duration.ofMinutes(2);

  @Override
  public String name() {
    return "tune-torch";
  }

  @Override
  public String summary() {
    return "the return of a trial to the first step of the next, a PyTorch trainer with 2 workers (tune --with torch)";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Subject manta = Programs.subject(TorchTrialsProgram.class);
    context.progress().accept("a first search, so that start-up caches are made");
    manta.measure();
    Launcher.awaitCaches(CACHES_WITHIN);
    Samples samples = context.alternate("", manta, Optional.empty());
    Bar bar = Bar.of(SECONDS_MAX);
    return List.of(
        Question.low("second", "second trial to its first step", "s", bar).answer(samples),
        Question.low("later", "later trials to their first step", "s", bar).answer(samples));
  }
}
