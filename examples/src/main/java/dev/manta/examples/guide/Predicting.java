package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.data.Sink;
import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A model that is read from a checkpoint and asked about every row of a dataset.
public final class Predicting {
  private Predicting() {}

  /// Where the rows to learn from are.
  public record Config(String petals) {}

  static Result fit(RunConfig run, String petals) {
    return Trainer.of(Predicting::train, new Config(petals)).run(run).fit();
  }

  /// The line nearest to all points, in one step.
  static void train(TrainContext<Config> ctx) throws IOException {
    double[] sums = new double[5];
    for (Batch batch : Dataset.csv(ctx.config().petals()).batches(1000)) {
      double[] x = batch.doubles("length");
      double[] y = batch.doubles("width");
      for (int i = 0; i < x.length; i++) {
        double[] more = {1, x[i], y[i], x[i] * x[i], x[i] * y[i]};
        java.util.Arrays.setAll(sums, k -> sums[k] + more[k]);
      }
    }
    double slope =
        (sums[0] * sums[4] - sums[1] * sums[2]) / (sums[0] * sums[3] - sums[1] * sums[1]);
    ctx.report(Metrics.of("slope", slope), write(slope, (sums[2] - slope * sums[1]) / sums[0]));
  }

  private static Checkpoint write(double slope, double width) throws IOException {
    Path directory = Files.createTempDirectory("model");
    Files.writeString(directory.resolve("line.txt"), slope + "\n" + width);
    return Checkpoint.fromDirectory(directory);
  }

  // region: predict
  /// Writes the petals of a directory with the width that the model expects of them.
  static void predict(Result trained, String petals, String predictions) {
    String checkpoint = trained.latestCheckpoint().orElseThrow().checkpoint().location().toString();
    Dataset.csv(petals)
        .mapBatchesWith(1024, () -> model(checkpoint), 2) // two models at most
        .write(Sink.csv(), predictions);
  }

  /// Reads the model; called once for each that is needed.
  static Functions.BatchMap model(String checkpoint) {
    List<String> line = Checkpoint.at(Location.parse(checkpoint)).asDirectory(Predicting::lines);
    double slope = Double.parseDouble(line.get(0));
    double width = Double.parseDouble(line.get(1));
    return batch -> {
      List<Double> expected = new ArrayList<>();
      for (double length : batch.doubles("length")) {
        expected.add(slope * length + width);
      }
      return batch.withColumn("expected", expected);
    };
  }

  // endregion

  private static List<String> lines(Path directory) {
    try {
      return Files.readAllLines(directory.resolve("line.txt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
