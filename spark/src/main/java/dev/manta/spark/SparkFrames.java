package dev.manta.spark;

import dev.manta.data.Schema;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The data frames of this process that are streamed, by name.
final class SparkFrames {
  private static final Map<String, Frame> ALL = new ConcurrentHashMap<>();

  private SparkFrames() {}

  /// A frame whose partitions are asked for one by one.
  ///
  /// @param counts the rows of the partitions that were read before
  record Frame(String name, Schema schema, JavaRDD<Row> rows, Map<Integer, Integer> counts) {
    /// All rows of a partition.
    List<Row> partition(int index) {
      List<Row> found = rows.collectPartitions(new int[] {index})[0];
      Integer before = counts.putIfAbsent(index, found.size());
      if (before != null && before != found.size()) {
        throw new MantaException(
            ErrorCode.USER,
            "partition %d of the data frame \"%s\" had %d rows before and has %d now: Spark must give the same rows each time; persist the frame first, or use SparkData.dataset(frame, directory)"
                .formatted(index, name, before, found.size()));
      }
      return found;
    }
  }

  /// Takes the place of a frame of that name.
  static SparkSource add(String name, Dataset<Row> frame) {
    Schema schema = SparkTypes.schema(frame.schema());
    JavaRDD<Row> rows = frame.selectExpr(SparkTypes.plainly(frame.schema())).javaRDD();
    ALL.put(name, new Frame(name, schema, rows, new ConcurrentHashMap<>()));
    return new SparkSource(name, rows.getNumPartitions());
  }

  static Frame of(String name) {
    Frame frame = ALL.get(name);
    if (frame == null) {
      throw new MantaException(
          ErrorCode.USER,
          "the data frame \"%s\" is not in this process: open a DataHost in the program that has Spark, and say DataConfig.split().dataHosts(...) with its address"
              .formatted(name));
    }
    return frame;
  }
}
