package dev.manta.examples.tensorflow;

import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.formats.parquet.ParquetSink;
import dev.manta.storage.Location;
import dev.manta.tensorflow.Predictor;
import java.util.Arrays;

/// A trained network that reads every image of a dataset.
public final class Predicting {
  private Predicting() {}

  // region: predict
  /// Writes images with the digit that the network of a run's best checkpoint sees in them.
  static void predict(Result trained, Dataset images, String predictions) {
    var best = trained.bestCheckpoint().or(trained::latestCheckpoint).orElseThrow();
    String checkpoint = best.checkpoint().location().toString();
    images
        .mapBatchesWith(256, () -> network(checkpoint), 1)
        .write(ParquetSink.snappy(), predictions);
  }

  /// Loads the network once; it then answers batch after batch.
  static Functions.BatchMap network(String checkpoint) {
    var network = Predictor.of(Checkpoint.at(Location.parse(checkpoint)));
    return batch ->
        batch.withColumn("seen", Arrays.stream(network.classes(batch)).boxed().toList());
  }
  // endregion
}
