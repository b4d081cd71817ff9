package dev.manta.bench.trees;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Peers;
import dev.manta.bench.Rival;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How long gradient boosting takes from Parquet files to a model on two workers, beside XGBoost's
/// and LightGBM's own ways to train on several processes.
public final class TreesBenchmark implements Benchmark {
  /// The variable that says how many rows are learned.
  private static final String ROWS = "MANTA_BENCH_ROWS";

  /// The variable that says how many trees are grown.
  private static final String TREES = "MANTA_BENCH_TREES";

  private static final long ROWS_USUAL = 1_000_000;
  private static final int TREES_USUAL = 100;
  private static final int TREES_WARM = 2;
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final double MEMORY_PART = 0.7;
  private static final String PYTHON_LIBRARY = "lightgbm";

  @Override
  public String name() {
    return "trees";
  }

  @Override
  public String summary() {
    return "gradient boosting from Parquet files to a model, 2 workers, XGBoost and LightGBM";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    long rows = asked(ROWS, ROWS_USUAL);
    var trees = Math.toIntExact(asked(TREES, TREES_USUAL));
    try (var scratch = Scratch.make()) {
      context.progress().accept("writing " + rows + " rows");
      var work = new TreeWork(scratch.path(), trees);
      HiggsData.write(work, rows);
      context.progress().accept("a first run of each, so that start-up caches are made");
      warm(new TreeWork(scratch.path(), TREES_WARM));
      List<BenchResult> results = new ArrayList<>(xgboost(work).results(context));
      results.addAll(lightgbm(work, context.peers()).results(context));
      return results;
    }
  }

  private static long asked(String variable, long usual) {
    return Long.parseLong(System.getenv().getOrDefault(variable, String.valueOf(usual)));
  }

  private static void warm(TreeWork work) throws IOException, InterruptedException {
    manta(MantaXgboost.class, 2, work).measure();
    manta(MantaLightgbm.class, 2, work).measure();
    Launcher.awaitCaches(LIMIT);
  }

  private static Contest xgboost(TreeWork work) {
    return new Contest(
        "XGBoost",
        ChildCpu.counted(manta(MantaXgboost.class, 2, work)),
        manta(MantaXgboost.class, 1, work),
        new Rival("xgboost4j", Optional.of(ChildCpu.counted(program(NativeXgboost.class, work)))),
        Bar.timesPeer(1 / MEMORY_PART));
  }

  private static Contest lightgbm(TreeWork work, Peers peers)
      throws IOException, InterruptedException {
    return new Contest(
        "LightGBM",
        ChildCpu.counted(manta(MantaLightgbm.class, 2, work)),
        manta(MantaLightgbm.class, 1, work),
        new Rival("lightgbm", python(work, peers).map(ChildCpu::counted)),
        Bar.none());
  }

  private static Subject manta(Class<?> program, int workers, TreeWork work) {
    return program(program, work, String.valueOf(workers));
  }

  private static Subject program(Class<?> program, TreeWork work, String... before) {
    return () -> {
      try (var scratch = Scratch.make()) {
        List<String> arguments = new ArrayList<>(List.of(scratch.path().toString()));
        arguments.addAll(List.of(before));
        arguments.addAll(work.arguments());
        return ScratchJvm.child(program, scratch.path(), arguments).figures();
      }
    };
  }

  private static Optional<Subject> python(TreeWork work, Peers peers)
      throws IOException, InterruptedException {
    if (!peers.has(PYTHON_LIBRARY)) {
      return Optional.empty();
    }
    String python = peers.pythonWith(PYTHON_LIBRARY).toString();
    return Optional.of(program(SocketLightgbm.class, work, python));
  }
}
