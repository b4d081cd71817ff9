package dev.manta.spark;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/// The rows of a frame, partition by partition.
///
/// Spark's own numbers tell rows of a partition apart, so that pieces are cut where Spark computes,
/// and none of our code has to be there.
///
/// @param all the partitions
/// @param numbered the same rows, with their numbers in a column
record SparkRows(JavaRDD<Row> all, Dataset<Row> numbered, String number) {
  private static final String PARTITION = "partition";

  static SparkRows of(Dataset<Row> frame) {
    String number = "number";
    while (List.of(frame.columns()).contains(number)) {
      number = "_" + number;
    }
    Dataset<Row> numbered = frame.withColumn(number, functions.monotonically_increasing_id());
    return new SparkRows(frame.javaRDD(), numbered, number);
  }

  /// How many rows each partition has: a job over all of them.
  long[] counts() {
    long[] counts = new long[all.getNumPartitions()];
    Dataset<Row> found =
        numbered.select(functions.spark_partition_id().as(PARTITION)).groupBy(PARTITION).count();
    for (Row row : found.collectAsList()) {
      counts[requirePartition(row.getInt(0), counts.length)] = row.getLong(1);
    }
    return counts;
  }

  private static int requirePartition(int partition, int count) {
    if (partition >= count) {
      throw new MantaException(
          ErrorCode.USER,
          "Spark has made other partitions of a data frame than the %s before: persist the frame first, or use SparkData.dataset(frame, directory)"
              .formatted(count));
    }
    return partition;
  }

  /// Those of a piece, by a job over its partition.
  List<Row> of(SparkPiece piece) {
    JavaRDD<Row> rows = piece.isWhole() ? all : cut(piece).javaRDD();
    return rows.collectPartitions(new int[] {piece.partition()})[0];
  }

  /// The last piece has no end: rows that were not there before are to be noticed.
  private Dataset<Row> cut(SparkPiece piece) {
    Dataset<Row> behind = numbered.where(numbered.col(number).geq(piece.number()));
    Dataset<Row> some =
        piece.last()
            ? behind
            : behind.where(numbered.col(number).lt(piece.number() + piece.count()));
    return some.drop(number);
  }
}
