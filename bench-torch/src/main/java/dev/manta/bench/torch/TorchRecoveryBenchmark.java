package dev.manta.bench.torch;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.recovery.Recoveries;
import dev.manta.bench.recovery.RecoverySamples;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How long a PyTorch run stands still when a worker is killed.
public final class TorchRecoveryBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int WORKERS = 4;
  private static final int KILLS = 10;
  private static final double SPARE_MILLIS_MAX = 300;
  private static final double NEW_MILLIS_MAX = 2000;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("spare", "1 of 4 killed, warm spare", "ms", Bar.of(SPARE_MILLIS_MAX)),
          Question.low("spare-worst", "the worst of them", "ms", Bar.none()),
          Question.low("new", "1 of 4 killed, no spare", "ms", Bar.of(NEW_MILLIS_MAX)),
          Question.low("new-worst", "the worst of them", "ms", Bar.none()),
          Question.low("lost", "committed steps lost", "steps", Bar.of(0)));

  @Override
  public String name() {
    return "recovery-torch";
  }

  @Override
  public String summary() {
    return "kill -9 of a worker to the next step of a PyTorch model (recovery --with torch)";
  }

  @Override
  public int rounds() {
    return 2;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    new Recoveries(TorchRecoveryProgram.class, 1).figures("first", 2, 0);
    Launcher.awaitCaches(LIMIT);
    Samples rounds = context.alternate("", TorchRecoveryBenchmark::measure, Optional.empty());
    Samples kills = RecoverySamples.of(rounds, List.of("spare", "new"));
    return QUESTIONS.stream().map(question -> question.answer(kills)).toList();
  }

  private static Map<String, Double> measure() throws IOException, InterruptedException {
    var recoveries = new Recoveries(TorchRecoveryProgram.class, KILLS);
    Map<String, Double> figures = new TreeMap<>(recoveries.figures("spare", WORKERS, 1));
    figures.putAll(recoveries.figures("new", WORKERS, 0));
    return figures;
  }
}
