package dev.manta.spark;

import dev.manta.data.Schema;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/// The data frames of this process that are streamed, by name.
final class SparkFrames {
  private static final Map<String, Frame> ALL = new ConcurrentHashMap<>();

  private SparkFrames() {}

  /// A frame whose rows are asked for piece by piece.
  record Frame(String name, Schema schema, SparkRows rows) {
    /// The rows of a piece, exactly those that were counted.
    List<Row> piece(SparkPiece piece) {
      List<Row> found = rows.of(piece);
      if (found.size() != piece.count()) {
        throw new MantaException(
            ErrorCode.USER,
            "partition %s of the data frame \"%s\" had %s rows from row %s on before and has %s now: Spark must give the same rows each time; persist the frame first, or use SparkData.dataset(frame, directory)"
                .formatted(piece.partition(), name, piece.count(), piece.from(), found.size()));
      }
      return found;
    }
  }

  /// Takes the place of a frame of that name. Its rows are counted now.
  static SparkSource add(String name, Dataset<Row> frame, int rowsMax) {
    Schema schema = SparkTypes.schema(frame.schema());
    var rows = SparkRows.of(frame.selectExpr(SparkTypes.plainly(frame.schema())));
    ALL.put(name, new Frame(name, schema, rows));
    long[] counts = rows.counts();
    List<Long> all = IntStream.range(0, counts.length).mapToObj(i -> counts[i]).toList();
    return new SparkSource(name, all, rowsMax);
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
