package dev.manta.torch.runs;

import dev.manta.Result;
import dev.manta.torch.TorchTrainer;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Runs of training functions below a directory.
final class Runs {
  private final Path directory;
  private int count;

  Runs(Path directory) {
    this.directory = directory;
  }

  /// Trains with so many ranks and gives back what each has learned.
  <C> Weights weights(int ranks, TrainLoop<C> loop, Function<String, C> config) throws IOException {
    return weights(ranks, loop, config, trainer -> trainer);
  }

  <C> Weights weights(
      int ranks, TrainLoop<C> loop, Function<String, C> config, UnaryOperator<TorchTrainer> change)
      throws IOException {
    Path place = Files.createDirectories(directory.resolve("out-" + count++));
    change.apply(trainer(ranks, loop, config.apply(place.toString()))).fit();
    return Weights.read(place, ranks);
  }

  /// The same with one rank in this process, to compare others with: nothing has to be started.
  <C> Weights alone(TrainLoop<C> loop, Function<String, C> config) throws IOException {
    return weights(1, loop, config, trainer -> trainer.scaling(ScalingConfig.inProcess(1)));
  }

  <C> TorchTrainer trainer(int ranks, TrainLoop<C> loop, C config) {
    return TorchTrainer.of(loop, config)
        .scaling(ScalingConfig.workers(ranks))
        .run(settings("run-" + count++));
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
    return trainer(ranks, loop, config).fit();
  }
}
