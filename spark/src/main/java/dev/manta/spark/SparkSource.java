package dev.manta.spark;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/// The partitions of a data frame in pieces; each is a split. Which there are is known in every
/// process, rows come where the frame is.
///
/// @param rows how many rows each partition has
/// @param rowsMax the most rows of a piece
public record SparkSource(String frame, List<Long> rows, int rowsMax) implements Source {
  public SparkSource {
    rows = List.copyOf(rows);
    if (rowsMax < 1) {
      throw new IllegalArgumentException("pieces have at least 1 row, not " + rowsMax);
    }
  }

  @Override
  public SourceReader open() {
    return new Reader(this);
  }

  /// A partition's pieces in order; one without rows is a piece too, as its columns are known.
  private List<SparkPiece> pieces(int partition) {
    long all = rows.get(partition);
    List<SparkPiece> pieces = new ArrayList<>();
    long from = 0;
    do {
      int count = (int) Math.min(rowsMax, all - from);
      pieces.add(new SparkPiece(partition, from, count, from + count == all));
      from += count;
    } while (from < all);
    return pieces;
  }

  private record Reader(SparkSource source) implements SourceReader {
    /// What a row is thought to take until it was read.
    private static final long ROW_BYTES = 256;

    @Override
    public List<Split> splits() {
      List<SparkPiece> all = all();
      return IntStream.range(0, all.size()).mapToObj(i -> split(i, all.get(i))).toList();
    }

    private List<SparkPiece> all() {
      return IntStream.range(0, source.rows.size())
          .boxed()
          .flatMap(partition -> source.pieces(partition).stream())
          .toList();
    }

    private Split split(int index, SparkPiece piece) {
      String place =
          "rows %s to %s of partition %s of the data frame \"%s\""
              .formatted(
                  piece.from(), piece.from() + piece.count(), piece.partition(), source.frame);
      long bytes = Math.max(1, piece.count() * ROW_BYTES);
      return Split.ofRows(source.frame, place, index, piece.count(), bytes);
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      SparkFrames.Frame frame = SparkFrames.of(source.frame);
      List<Row> rows = frame.piece(all().get((int) split.offset()));
      Memory memory = reading.memory();
      List<Field> fields = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < frame.schema().size(); i++) {
        Field field = frame.schema().fields().get(i);
        if (wanted.wants(field.name())) {
          fields.add(field);
          columns.add(column(field, i, rows, memory));
        }
      }
      return Batch.of(Schema.of(fields), columns, rows.size(), memory);
    }

    private static Column column(Field field, int index, List<Row> rows, Memory memory) {
      var column = new ColumnBuilder(field.type());
      for (Row row : rows) {
        SparkTypes.add(column, row.get(index));
      }
      return column.build(memory);
    }
  }
}
