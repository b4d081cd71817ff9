package dev.manta.bench.torch;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.recovery.ResizeBenchmark;
import java.io.IOException;
import java.util.List;

/// How long a PyTorch run stands still when its number of workers changes.
public final class TorchResizeBenchmark implements Benchmark {
  @Override
  public String name() {
    return "resize-torch";
  }

  @Override
  public String summary() {
    return "a PyTorch run that goes from 2 to 4 to 3 workers (resize --with torch)";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    return ResizeBenchmark.measure(context, TorchResizeProgram.class);
  }
}
