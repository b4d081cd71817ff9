package dev.manta.examples.torch;

import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.data.Row;
import dev.manta.examples.DigitImages.Image;
import dev.manta.formats.parquet.ParquetSink;
import dev.manta.storage.Location;
import dev.manta.torch.Predictor;
import dev.manta.torch.Torch;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// A trained network that reads every image of a dataset.
public final class Predicting {
  private Predicting() {}

  static Dataset rows(List<Image> images) {
    return Dataset.of(
        images.stream()
            .map(image -> Row.of("pixels", image.pixels(), "label", image.digit()))
            .toList());
  }

  // region: predict
  /// Writes images with the digit that the network of a run's best checkpoint sees in them.
  static void predict(Result trained, Dataset images, String predictions) {
    var best = trained.bestCheckpoint().or(trained::latestCheckpoint).orElseThrow();
    String checkpoint = best.checkpoint().location().toString();
    images
        .mapBatchesWith(256, () -> network(checkpoint), 1) // one network, its operators in parallel
        .write(ParquetSink.snappy(), predictions);
  }

  /// Loads the network once; it then answers batch after batch.
  static Functions.BatchMap network(String checkpoint) {
    var stored = Checkpoint.at(Location.parse(checkpoint));
    var network = Predictor.of(Torch.loadForInference(stored, new DigitsCnn.Net())).rows(1, 8, 8);
    return batch -> {
      int[] digits = network.classes(pixels(batch));
      return batch.withColumn("digit", Arrays.stream(digits).boxed().toList());
    };
  }

  private static float[][] pixels(Batch batch) {
    float[][] pixels = new float[batch.rows()][];
    Arrays.setAll(pixels, i -> (float[]) Objects.requireNonNull(batch.row(i).value("pixels")));
    return pixels;
  }
  // endregion
}
