package dev.manta.spark;

import dev.manta.data.Dataset;
import org.apache.spark.sql.Row;

/// Datasets from Spark.
public final class SparkData {
  private static final int ROWS_MAX = 1 << 16;

  private SparkData() {}

  /// The rows of a data frame, as Spark computes them: nothing is written.
  ///
  /// Spark counts the rows of each partition now. A partition is pulled by a job of its own when it
  /// is needed, one with more than 65,536 rows in pieces of that many; each piece is a job that
  /// computes its partition again, so `persist` frames that are dear to compute, or make smaller
  /// partitions. A few pieces are in memory at a time. Spark has to give a partition the same rows
  /// in the same order whenever it is asked, as a scan of files, with projections and filters,
  /// does. Behind a shuffle or `rand()` that is not so: `persist` or `checkpoint` the frame first,
  /// or have it written by the other method.
  ///
  /// Rows are read in this process. Trainings in other processes reach them by a
  /// [dev.manta.data.DataHost] that is opened here.
  ///
  /// @param name what checkpoints and other processes know the frame by: the same at every start
  public static Dataset stream(String name, org.apache.spark.sql.Dataset<Row> frame) {
    return stream(name, frame, ROWS_MAX);
  }

  /// The same in pieces of another size: fewer where rows are large.
  ///
  /// @param rowsMax the most rows that are pulled at a time
  public static Dataset stream(String name, org.apache.spark.sql.Dataset<Row> frame, int rowsMax) {
    return Dataset.from(SparkFrames.add(name, frame, rowsMax));
  }

  /// The rows of a data frame, written first.
  ///
  /// Spark writes them now, its partitions side by side, as Parquet files to a directory that is
  /// not there yet; Manta reads them from there in every pass and every process. So Spark's work is
  /// done once, nothing has to fit into memory, and training can resume at any row after Spark is
  /// gone.
  ///
  /// @param directory a path or location that Spark and the workers know by the same name
  public static Dataset dataset(org.apache.spark.sql.Dataset<?> frame, String directory) {
    frame.write().parquet(directory);
    return Dataset.parquet(directory);
  }
}
