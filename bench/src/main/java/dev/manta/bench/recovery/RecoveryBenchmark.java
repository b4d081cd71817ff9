package dev.manta.bench.recovery;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How long a run stands still when a worker is killed: until the next step of the whole group.
public final class RecoveryBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int KILLS = 10;
  private static final double SPARE_MILLIS_MAX = 100;
  private static final double NEW_MILLIS_MAX = 500;
  private static final double TIMES_RAY = 50;
  private static final double FROZEN_MILLIS_MAX = 5000;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("spare", "1 of 4 killed, warm spare", "ms", Bar.of(SPARE_MILLIS_MAX)),
          Question.low("spare-worst", "the worst of them", "ms", Bar.none()),
          Question.low("new", "1 of 4 killed, no spare", "ms", Bar.of(NEW_MILLIS_MAX)),
          Question.low("new-worst", "the worst of them", "ms", Bar.none()),
          Question.low("two", "1 of 2 killed, against ray", "ms", Bar.timesPeer(TIMES_RAY)),
          Question.low("frozen", "1 of 2 frozen (kill -STOP)", "ms", Bar.of(FROZEN_MILLIS_MAX)),
          Question.low("lost", "committed steps lost", "steps", Bar.of(0)));

  @Override
  public String name() {
    return "recovery";
  }

  @Override
  public String summary() {
    return "kill -9 of a worker to the next step of all, with and without a spare";
  }

  @Override
  public int rounds() {
    return 2;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    new Recoveries(RecoveryProgram.class, 1).figures("first", 2, 0);
    Launcher.awaitCaches(LIMIT);
    Optional<Subject> ray =
        context.peers().script("ray", List.of("ray_peer.py", "ray_recovery.py"), List.of());
    Samples rounds = context.alternate("ray", RecoveryBenchmark::measure, ray);
    Samples kills = RecoverySamples.of(rounds, List.of("spare", "new", "two", "frozen"));
    return QUESTIONS.stream().map(question -> question.answer(kills)).toList();
  }

  private static Map<String, Double> measure() throws IOException, InterruptedException {
    var recoveries = new Recoveries(RecoveryProgram.class, KILLS);
    Map<String, Double> figures = new TreeMap<>();
    figures.putAll(recoveries.figures("spare", 4, 1));
    figures.putAll(recoveries.figures("new", 4, 0));
    figures.putAll(recoveries.figures("two", 2, 1));
    figures.putAll(new Recoveries(RecoveryProgram.class, 1, "STOP").figures("frozen", 2, 1));
    return figures;
  }
}
