package dev.manta.tensorflow.runs;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.nio.file.Path;
import java.util.Map;

/// Runs whose ranks are threads of this process.
final class InProcess {
  private final Path directory;
  private int runs;

  InProcess(Path directory) {
    this.directory = directory;
  }

  <C> Result fit(int ranks, TrainLoop<C> loop, C config) {
    return fit(ranks, loop, config, Map.of());
  }

  <C> Result fit(int ranks, TrainLoop<C> loop, C config, Map<String, Dataset> datasets) {
    var trainer =
        TensorflowTrainer.of(loop, config)
            .scaling(ScalingConfig.inProcess(ranks))
            .run(
                RunConfig.named("run-" + runs++)
                    .storage(directory.resolve("runs").toString())
                    .failures(FailureConfig.none())
                    .quiet());
    for (Map.Entry<String, Dataset> each : datasets.entrySet()) {
      trainer = trainer.dataset(each.getKey(), each.getValue());
    }
    return trainer.fit();
  }
}
