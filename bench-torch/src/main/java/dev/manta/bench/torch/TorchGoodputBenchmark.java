package dev.manta.bench.torch;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.recovery.GoodputBenchmark;
import java.io.IOException;
import java.util.List;

/// How much of its time a PyTorch run makes steps in, of which a worker is killed every ten
/// seconds.
public final class TorchGoodputBenchmark implements Benchmark {
  private static final double PERCENT_MIN = 90;

  @Override
  public String name() {
    return "goodput-torch";
  }

  @Override
  public String summary() {
    return "the same while a PyTorch model learns (goodput --with torch)";
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    return GoodputBenchmark.measure(context, TorchGoodputProgram.class, PERCENT_MIN);
  }
}
