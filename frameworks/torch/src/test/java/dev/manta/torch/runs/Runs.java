package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.StartedRun;
import dev.manta.cluster.Cluster;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.local.ProcessPool;
import dev.manta.torch.TorchTrainer;
import dev.manta.train.Failure;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Runs of training functions below a directory. All runs of this JVM share their processes: to
/// start one and load PyTorch takes a second of CPU.
final class Runs {
  private static final ProcessPool PROCESSES = processes();

  private final Path directory;
  private final Supplier<Cluster> machine;
  private final AtomicInteger count;

  Runs(Path directory) {
    this(directory, PROCESSES::forRun, new AtomicInteger());
  }

  private Runs(Path directory, Supplier<Cluster> machine, AtomicInteger count) {
    this.directory = directory;
    this.machine = machine;
    this.count = count;
  }

  private static ProcessPool processes() {
    String jvm = Long.toString(ProcessHandle.current().pid());
    var pool = new ProcessPool(Path.of("target", "processes", jvm));
    Runtime.getRuntime().addShutdownHook(new Thread(pool::close, "processes-exit"));
    return pool;
  }

  /// The same with processes of their own: for runs whose processes end before they do.
  Runs inProcessesOfTheirOwn() {
    return new Runs(directory, LocalCluster::new, count);
  }

  /// Trains with so many ranks and gives back what each has learned.
  <C> Weights weights(int ranks, TrainLoop<C> loop, Function<String, C> config) throws IOException {
    return weights(ranks, loop, config, trainer -> trainer);
  }

  <C> Weights weights(
      int ranks, TrainLoop<C> loop, Function<String, C> config, UnaryOperator<TorchTrainer> change)
      throws IOException {
    Path place = Files.createDirectories(directory.resolve("out-" + count.getAndIncrement()));
    fit(change.apply(trainer(ranks, loop, config.apply(place.toString()))));
    return Weights.read(place, ranks);
  }

  /// The same with one rank in this process, to compare others with: nothing has to be started.
  <C> Weights alone(TrainLoop<C> loop, Function<String, C> config) throws IOException {
    return weights(1, loop, config, trainer -> trainer.scaling(ScalingConfig.inProcess(1)));
  }

  <C> TorchTrainer trainer(int ranks, TrainLoop<C> loop, C config) {
    return TorchTrainer.of(loop, config)
        .scaling(ScalingConfig.workers(ranks))
        .run(settings("run-" + count.getAndIncrement()));
  }

  RunConfig settings(String name) {
    return RunConfig.named(name)
        .storage(directory.resolve("runs").toString())
        .failures(FailureConfig.retries(0))
        .environment("OMP_NUM_THREADS", "1")
        .environment("OPENBLAS_NUM_THREADS", "1")
        .quiet();
  }

  <C> Result fit(int ranks, TrainLoop<C> loop, C config) {
    return fit(trainer(ranks, loop, config));
  }

  private Result fit(TorchTrainer trainer) {
    try (StartedRun run = Manta.local().start(trainer.trainer(), OptionalInt.empty(), machine)) {
      Result result = run.await();
      String why = result.failure().map(Failure::describe).orElse(result.reason());
      assertThat(result.status()).as(why).isEqualTo(RunStatus.FINISHED);
      return result;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
