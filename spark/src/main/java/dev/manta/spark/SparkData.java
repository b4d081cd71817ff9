package dev.manta.spark;

import dev.manta.data.Dataset;

/// Datasets from Spark.
public final class SparkData {
  private SparkData() {}

  /// The rows of a data frame.
  ///
  /// Spark writes them now, its partitions side by side, as Parquet files to a directory that is
  /// not there yet; Manta reads them from there in every pass and every process. So Spark's work is
  /// done once, nothing has to fit into memory, and training can go on at any row after Spark is
  /// gone.
  ///
  /// @param directory a path or location that Spark and the workers know by the same name
  public static Dataset dataset(org.apache.spark.sql.Dataset<?> frame, String directory) {
    frame.write().parquet(directory);
    return Dataset.parquet(directory);
  }
}
