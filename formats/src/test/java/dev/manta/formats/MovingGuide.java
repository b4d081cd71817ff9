package dev.manta.formats;

import dev.manta.data.Aggregate;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Condition;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.data.JoinKind;
import dev.manta.data.prep.Fitted;
import dev.manta.data.prep.Preprocessor;
import dev.manta.data.prep.Preprocessors;
import dev.manta.formats.parquet.ParquetSink;
import java.util.Arrays;

/// What people do with Ray Data, tf.data and DataLoader, for the page that compares them.
final class MovingGuide {
  private MovingGuide() {}

  // region: read
  static Dataset read(String directory) {
    return Dataset.parquet(directory).select("id", "x", "y").where(Condition.more("x", 0));
  }

  // endregion

  // region: map
  static Dataset map(Dataset rows) {
    return rows.withColumn("z", row -> row.real("x") * 2).filter(row -> row.whole("id") % 2 == 0);
  }

  // endregion

  // region: batches
  static Dataset mapBatches(Dataset rows) {
    return rows.mapBatches(
        1024,
        batch -> {
          double[] x = batch.doubles("x");
          return batch.withColumn("root", Arrays.stream(x).map(Math::sqrt).boxed().toList());
        });
  }

  // endregion

  // region: model
  static Dataset predict(Dataset rows, Functions.BatchMapFactory model) {
    return rows.mapBatchesWith(256, model, 2); // two models at most in each process
  }

  // endregion

  // region: shuffle
  static Dataset shuffled(Dataset rows) {
    return rows.shuffle(1); // all rows, another order in each epoch
  }

  static Dataset shuffledNearby(Dataset rows) {
    return rows.shuffleWindow(10_000, 1); // files in random order, rows within windows
  }

  // endregion

  // region: split
  static Dataset.TrainTest split(Dataset rows) {
    return rows.trainTestSplit(0.2, 1); // the same rows in every epoch
  }

  // endregion

  // region: group
  static Dataset totals(Dataset rows) {
    return rows.groupBy("y").aggregate(Aggregate.count(), Aggregate.mean("x"));
  }

  // endregion

  // region: join
  static Dataset named(Dataset rows, Dataset names) {
    return rows.join(names, "id", JoinKind.LEFT);
  }

  // endregion

  // region: prepare
  static Fitted fitted(Dataset train) {
    Preprocessor chain =
        Preprocessor.chain(
            Preprocessors.imputer(Preprocessors.Filling.MEAN, "x"),
            Preprocessors.standardScaler("x"),
            Preprocessors.oneHotEncoder("y"));
    return chain.fit(train); // fitted.transform(any), fitted.save()
  }

  // endregion

  // region: iterate
  static double sum(Dataset rows) {
    double sum = 0;
    try (Batches<Batch> batches = rows.batches(BatchOptions.rows(512).prefetch(4))) {
      for (Batch batch : batches) {
        sum += Arrays.stream(batch.doubles("x")).sum();
      }
    }
    return sum;
  }

  // endregion

  // region: write
  static void write(Dataset rows, String directory) {
    rows.repartition(100_000).write(ParquetSink.zstd(), directory); // so many rows in a file
  }
  // endregion
}
