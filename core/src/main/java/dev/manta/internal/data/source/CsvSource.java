package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.CsvOptions;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// CSV files. An empty field is a null; an empty quoted one is an empty text.
public record CsvSource(List<String> paths, CsvOptions options) implements Source {
  @Override
  public SourceReader open() {
    List<Files.Found> files = Files.of(paths);
    List<Split> splits = options.multiline() ? Lines.whole(files) : Lines.splits(files);
    var reader = new Reader(splits, CsvSample.schema(splits, options), options);
    return Partitioned.of(reader, files);
  }

  private record Reader(List<Split> splits, Schema schema, CsvOptions options)
      implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      List<@Nullable ColumnBuilder> builders = new ArrayList<>();
      for (Field field : schema.fields()) {
        builders.add(wanted.wants(field.name()) ? new ColumnBuilder(field.type()) : null);
      }
      var rows = new CsvRows(schema, builders);
      var header = new boolean[] {options.header() && split.offset() == 0};
      CsvRecords.each(
          split,
          options,
          (record, offset) -> {
            if (header[0]) {
              header[0] = false;
            } else {
              add(record, offset, rows, split, reading);
            }
          });
      return batch(builders, rows.count(), reading.memory());
    }

    private static void add(
        CsvRecord record, long offset, CsvRows rows, Split split, Reading reading) {
      try {
        rows.add(record);
      } catch (RuntimeException e) {
        reading.bad(Lines.place(split, offset), record.text(), e);
      }
    }

    private Batch batch(List<@Nullable ColumnBuilder> builders, int rows, Memory memory) {
      List<Field> fields = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < builders.size(); i++) {
        ColumnBuilder builder = builders.get(i);
        if (builder != null) {
          fields.add(schema.fields().get(i));
          columns.add(builder.build(memory));
        }
      }
      return Batch.of(Schema.of(fields), columns, rows, memory);
    }
  }

  static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }
}
