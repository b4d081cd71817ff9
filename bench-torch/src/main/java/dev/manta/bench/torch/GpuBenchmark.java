package dev.manta.bench.torch;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Programs;
import dev.manta.bench.Samples;
import java.io.IOException;
import java.util.List;

/// Steps a second on one GPU, against the same models in Python.
public final class GpuBenchmark implements Benchmark {
  /// A model and how many times as fast as Python Manta must be on it.
  private record Case(String figure, String name, double times) {}

  private static final List<Case> CASES =
      List.of(
          new Case("gpt", "GPT-2 small, 16 × 1024", 0.98),
          new Case("resnet", "ResNet-50, 128 images", 0.98),
          new Case("tiny", "GPT of 16 M, 8 × 256", 0.95));

  @Override
  public String name() {
    return "gpu";
  }

  @Override
  public String summary() {
    return "steps a second of PyTorch models on one GPU, in bfloat16";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Samples samples =
        context.alternate(
            "python",
            Programs.subject(GpuProgram.class),
            context.peers().script("torch", List.of("gpu_steps.py"), List.of()));
    return CASES.stream().map(each -> judge(each, samples)).toList();
  }

  private static BenchResult judge(Case model, Samples samples) {
    return new Pairs(samples.manta(model.figure()), samples.peer(model.figure()))
        .median(model.name(), "python", model.times(), samples.noise().tooMuch());
  }
}
