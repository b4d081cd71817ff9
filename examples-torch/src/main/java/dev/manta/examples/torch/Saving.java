package dev.manta.examples.torch;

import dev.manta.Result;
import dev.manta.examples.DigitImages.Image;
import dev.manta.torch.Predictor;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.io.PtFile;
import dev.manta.torch.io.SafeTensors;
import dev.manta.torch.nn.Module;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What to do with a trained model, and how to look into its training.
public final class Saving {
  private Saving() {}

  // region: load
  /// The model of a run's best checkpoint, or of its latest if the run has no score; ready to
  /// answer.
  static DigitsCnn.Net trained(Result result) {
    var checkpoint = result.bestCheckpoint().or(result::latestCheckpoint).orElseThrow();
    return Torch.loadForInference(checkpoint.checkpoint(), new DigitsCnn.Net());
  }

  static int[] read(DigitsCnn.Net model, List<Image> images) {
    float[][] rows = images.stream().map(Image::pixels).toArray(float[][]::new);
    return Predictor.of(model).rows(1, 8, 8).classes(rows);
  }

  // endregion

  // region: save
  static void save(Module model, Path directory) {
    SafeTensors.of(model.stateDict()).write(directory.resolve("model.safetensors"));
    PtFile.write(
        directory.resolve("model.pt"),
        Map.of("model", model.stateDict(), "classes", List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)));
  }

  // endregion

  // region: threads
  /// Workers as threads of this JVM: breakpoints in the training function work.
  static Result debug(RunConfig run) {
    return TorchTrainer.of(DigitsCnn::train, new DigitsCnn.Config(2e-3, 32, 1))
        .scaling(ScalingConfig.inProcess(1))
        .run(run.fresh())
        .fit();
  }
  // endregion
}
