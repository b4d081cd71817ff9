package dev.manta.bench.torch;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Programs;
import dev.manta.bench.train.WarmStart;
import java.io.IOException;
import java.util.List;

/// How long until two workers have made the first step of a small PyTorch model.
public final class TorchStartBenchmark implements Benchmark {
  private static final double SECONDS_MAX = 2;
  private static final double TIMES_RAY = 6;

  @Override
  public String name() {
    return "start-torch";
  }

  @Override
  public String summary() {
    return "fit() to the first step of a PyTorch model, 2 workers (start --with torch)";
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    return WarmStart.againstRay(
        context,
        Programs.subject(TorchStartProgram.class),
        "ray_torch_start.py",
        WarmStart.questions(SECONDS_MAX, TIMES_RAY));
  }
}
