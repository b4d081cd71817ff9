package dev.manta.bench.recovery;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import dev.manta.storage.Location;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How long a detached run is without a controller when that is killed.
public final class ReattachBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int WORKERS = 2;
  private static final int KILLS = 10;
  private static final double MILLIS_MAX = 2000;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low(
              "reattach", "controller killed, 2 workers continue", "ms", Bar.of(MILLIS_MAX)),
          Question.low("reattach-worst", "the worst of them", "ms", Bar.of(MILLIS_MAX)),
          Question.low("lost", "attempts begun again", "attempts", Bar.of(0)));

  private static final List<Question> COUNTS =
      List.of(
          Question.low("reports", "reports lost or doubled", "reports", Bar.of(0)),
          Question.low("weights", "weights that differ", "weights", Bar.of(0)),
          Question.low("restarted", "workers restarted", "processes", Bar.of(0)));

  @Override
  public String name() {
    return "reattach";
  }

  @Override
  public String summary() {
    return "kill -9 of a detached run's controller until another has all its workers";
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    measure(1);
    Launcher.awaitCaches(LIMIT);
    Samples rounds = context.alternate("", () -> measure(KILLS), Optional.empty());
    Samples kills = RecoverySamples.of(rounds, List.of("reattach"));
    Stream<BenchResult> answers = QUESTIONS.stream().map(question -> question.answer(kills));
    return Stream.concat(answers, COUNTS.stream().map(count -> count.answer(rounds))).toList();
  }

  private static Map<String, Double> measure(int kills) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      return new Reattachments(scratch.path(), Location.of(scratch.path()), WORKERS).figures(kills);
    }
  }
}
