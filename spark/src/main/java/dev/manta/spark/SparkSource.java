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
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/// The partitions of a data frame; each is a split. Which there are is known in every process, rows
/// come where the frame is.
public record SparkSource(String frame, int partitions) implements Source {
  @Override
  public SourceReader open() {
    return new Reader(this);
  }

  private record Reader(SparkSource source) implements SourceReader {
    /// What a partition is thought to take until it was read.
    private static final long BYTES = 16 << 20;

    @Override
    public List<Split> splits() {
      return IntStream.range(0, source.partitions).mapToObj(this::split).toList();
    }

    private Split split(int index) {
      String place = "partition %d of the data frame \"%s\"".formatted(index, source.frame);
      return new Split(source.frame, place, index, 1, OptionalLong.empty(), BYTES);
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      SparkFrames.Frame frame = SparkFrames.of(source.frame);
      List<Row> rows = frame.partition((int) split.offset());
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
