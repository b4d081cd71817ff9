package dev.manta.examples.djl;

import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.djl.Djl;
import dev.manta.djl.RowPredictor;
import dev.manta.formats.parquet.ParquetSink;
import dev.manta.storage.Location;
import java.util.Arrays;
import java.util.Objects;

/// A trained network that reads every image of a dataset.
public final class Predicting {
  private Predicting() {}

  // region: predict
  /// Writes images with the digit that the network of a run's last checkpoint sees in them.
  static void predict(Result trained, Dataset images, String predictions) {
    var last = trained.latestCheckpoint().orElseThrow();
    String checkpoint = last.checkpoint().location().toString();
    images
        .mapBatchesWith(256, () -> network(checkpoint), 1) // one network, its operators in parallel
        .write(ParquetSink.snappy(), predictions);
  }

  /// Loads the network once; it then answers batch after batch.
  static Functions.BatchMap network(String checkpoint) {
    var stored = Checkpoint.at(Location.parse(checkpoint));
    var model = Djl.loadForInference(stored, DigitsCnn.block(), DigitsCnn.INPUT);
    var network = RowPredictor.of(model, 1, 8, 8);
    return batch -> {
      int[] digits = network.classes(pixels(batch));
      return batch.withColumn("read", Arrays.stream(digits).boxed().toList());
    };
  }

  private static float[][] pixels(Batch batch) {
    float[][] pixels = new float[batch.rows()][];
    Arrays.setAll(pixels, i -> (float[]) Objects.requireNonNull(batch.row(i).value("pixels")));
    return pixels;
  }
  // endregion
}
