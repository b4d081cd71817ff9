package dev.manta.bench.python;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Peers;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Steps a second of a script on one GPU as a rank that reports each step, against the script
/// alone. The models keep the GPU busy: with smaller ones, whose kernels are launched one by one,
/// the script alone varies by a fifth from round to round.
public final class PythonGpuBenchmark implements Benchmark {
  static final String SCRIPT = "python_gpu.py";

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final double TIMES_PLAIN = 0.98;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.high("resnet", "ResNet-18, 64 images", "steps/s", Bar.timesPeer(TIMES_PLAIN)),
          Question.high("gpt", "GPT of 34 M, 64 × 512", "steps/s", Bar.timesPeer(TIMES_PLAIN)));

  @Override
  public String name() {
    return "python-gpu";
  }

  @Override
  public String summary() {
    return "steps a second of a Python script on one GPU, in bfloat16";
  }

  @Override
  public int rounds() {
    return 5;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Peers peers = context.peers();
    Path python = peers.pythonWith("torch");
    Samples samples =
        context.alternate(
            "python",
            () -> Peers.measured(PythonGpuProgram.class, python, List.of(), LIMIT),
            peers.script("torch", List.of(SCRIPT), List.of()));
    return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
  }
}
