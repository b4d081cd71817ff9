package dev.manta.bench.torch;

import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Programs;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    Optional<Subject> torchrun =
        context.peers().script("torch", List.of("ddp_models.py", "ddp_torchrun.py"), List.of());
    Optional<Subject> ray =
        context
            .peers()
            .script("ray", List.of("ray_peer.py", "ddp_models.py", "ddp_ray.py"), List.of());
    Samples samples = context.alternate("torchrun, ray", DdpBenchmark::manta, both(torchrun, ray));
    return CASES.stream().flatMap(each -> judge(each, samples).stream()).toList();
  }

  /// Manta's figures are held against each peer's.
  private static Map<String, Double> manta() throws IOException, InterruptedException {
    Map<String, Double> figures = new HashMap<>();
    Programs.figures(DdpProgram.class)
        .forEach(
            (model, steps) -> {
              figures.put(TORCHRUN + "." + model, steps);
              figures.put(RAY + "." + model, steps);
            });
    return figures;
  }

  /// Both peers in turn, as far as they are installed.
  private static Optional<Subject> both(Optional<Subject> torchrun, Optional<Subject> ray) {
    if (torchrun.isEmpty() && ray.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        () -> {
          Map<String, Double> figures = new HashMap<>();
          measure(TORCHRUN, torchrun, figures);
          measure(RAY, ray, figures);
          return figures;
        });
  }

  private static void measure(String who, Optional<Subject> peer, Map<String, Double> figures)
      throws IOException, InterruptedException {
    if (peer.isPresent()) {
      peer.get().measure().forEach((model, steps) -> figures.put(who + "." + model, steps));
    }
  }

  private static List<BenchResult> judge(Case model, Samples samples) {
    boolean noisy = samples.noise().tooMuch();
    Pairs torchrun = pairs(samples, TORCHRUN + "." + model.name());
    Pairs ray = pairs(samples, RAY + "." + model.name());
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
