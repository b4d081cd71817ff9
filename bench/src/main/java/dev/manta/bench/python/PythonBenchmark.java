package dev.manta.bench.python;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Peers;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Scripts in Python on two ranks: how soon they are under way, how fast they train, how soon they
/// train on when one is killed, what reports and ranks cost.
public final class PythonBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final double STEPS_TIMES_TORCHRUN = 0.98;
  private static final double START_TIMES_RAY = 3;
  private static final double RECOVERY_TIMES_RAY = 5;
  private static final double REPORTS_MIN = 20_000;
  private static final double MEGABYTES_MAX = 10;

  private static final List<Question> AGAINST_TORCHRUN =
      List.of(
          Question.high("steps", "steps", "steps/s", Bar.timesPeer(STEPS_TIMES_TORCHRUN)),
          Question.high("early", "steps in the first seconds", "steps/s", Bar.none()),
          Question.low("torch", "fit() to first step of PyTorch", "s", Bar.timesPeer(1)));

  private static final List<Question> AGAINST_RAY =
      List.of(
          Question.low("first", "fit() to first line", "s", Bar.timesPeer(START_TIMES_RAY)),
          Question.low("two", "kill to next step", "ms", Bar.timesPeer(RECOVERY_TIMES_RAY)),
          Question.high("reports", "reports of one rank", "/s", Bar.of(REPORTS_MIN)),
          Question.low("memory", "memory beyond plain Python", "MB", Bar.of(MEGABYTES_MAX)));

  @Override
  public String name() {
    return "python";
  }

  @Override
  public String summary() {
    return "scripts in Python on 2 ranks: start, steps, recovery, reports, memory";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Peers peers = context.peers();
    Path python = peers.pythonWith("torch");
    Optional<Subject> torchrun =
        peers.script("torch", List.of("python_steps.py", "python_torchrun.py"), List.of());
    List<Samples> samples =
        context.alternate(
            () -> Peers.measured(PythonProgram.class, python, List.of(), LIMIT),
            List.of(new Rival("torchrun", torchrun), new Rival("ray", ray(peers))));
    List<BenchResult> results = new ArrayList<>();
    AGAINST_TORCHRUN.forEach(question -> results.add(question.answer(samples.getFirst())));
    AGAINST_RAY.forEach(question -> results.add(question.answer(samples.getLast())));
    return results;
  }

  private static Optional<Subject> ray(Peers peers) throws IOException, InterruptedException {
    Optional<Subject> start =
        peers.script("ray", List.of("ray_peer.py", "ray_start.py"), List.of());
    Optional<Subject> recovery =
        peers.script("ray", List.of("ray_peer.py", "ray_recovery.py"), List.of());
    return start.flatMap(one -> recovery.map(other -> both(one, other)));
  }

  private static Subject both(Subject one, Subject other) {
    return () -> {
      Map<String, Double> figures = new TreeMap<>(one.measure());
      figures.putAll(other.measure());
      return figures;
    };
  }
}
