package dev.manta.bench.torch;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Programs;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Steps a second of data-parallel training: two workers of one thread, against torchrun with
/// DistributedDataParallel and against Ray Train.
public final class DdpBenchmark implements Benchmark {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double QUARTILE_TIMES = 0.95;

  /// A model and how many times as fast as torchrun Manta must be on it.
  private record Case(String name, double times) {}

  private static final List<Case> CASES =
      List.of(new Case("cnn", 1), new Case("mlp", 1.3), new Case("resnet", 1));

  private static final String TORCHRUN = "torchrun";
  private static final String RAY = "ray";

  @Override
  public String name() {
    return "ddp";
  }

  @Override
  public String summary() {
    return "data-parallel steps a second of PyTorch models, 2 workers";
  }

  @Override
  public int rounds() {
    return 9;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    context.progress().accept("a first run, so that start-up caches are made");
    Programs.figures(DdpProgram.class);
    Launcher.awaitCaches(LIMIT);
    List<Samples> samples =
        context.alternate(
            Programs.subject(DdpProgram.class),
            List.of(
                new Rival(TORCHRUN, script(context, "torch", "ddp_models.py", "ddp_torchrun.py")),
                new Rival(
                    RAY, script(context, "ray", "ray_peer.py", "ddp_models.py", "ddp_ray.py"))));
    return CASES.stream().flatMap(each -> judge(each, samples).stream()).toList();
  }

  private static Optional<Subject> script(BenchContext context, String module, String... files)
      throws IOException, InterruptedException {
    return context.peers().script(module, List.of(files), List.of());
  }

  private static List<BenchResult> judge(Case model, List<Samples> samples) {
    boolean noisy = samples.getFirst().noise().tooMuch();
    Pairs torchrun = pairs(samples.getFirst(), model.name());
    Pairs ray = pairs(samples.getLast(), model.name());
    List<BenchResult> results = new ArrayList<>();
    results.add(torchrun.median(model.name(), TORCHRUN, model.times(), noisy));
    if (model.times() == 1) {
      results.add(torchrun.lowerQuartile(model.name(), TORCHRUN, QUARTILE_TIMES, noisy));
    }
    results.add(ray.median(model.name(), RAY, 1, noisy));
    return results;
  }

  private static Pairs pairs(Samples samples, String figure) {
    return new Pairs(samples.manta(figure), samples.peer(figure));
  }
}
