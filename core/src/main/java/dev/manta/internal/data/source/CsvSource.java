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
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.SourceFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// CSV files. An empty field is a null; an empty quoted one is an empty text in a column of texts.
/// Columns are found by the names in each file's first line; what a file does not have is null.
public record CsvSource(List<String> paths, CsvOptions options) implements Source {
  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, ".csv", ".tsv", ".csv.gz", ".tsv.gz");
    List<Split> splits = options.multiline() ? LineFiles.fromFront(files) : LineFiles.splits(files);
    var records = new CsvRecords(options, new LineFiles());
    List<Split> samples = LineFiles.samples(files);
    Schema schema = CsvSample.schema(samples, samples.size() == files.size(), records);
    return Partitioned.of(new Reader(splits, schema, records, new ConcurrentHashMap<>()), files);
  }

  private record Reader(
      List<Split> splits, Schema schema, CsvRecords records, Map<String, int[]> places)
      implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      List<@Nullable ColumnBuilder> builders = new ArrayList<>();
      for (Field field : schema.fields()) {
        builders.add(wanted.wants(field.name()) ? new ColumnBuilder(field.type()) : null);
      }
      var rows =
          new CsvRows(
              schema, builders, places.computeIfAbsent(split.path(), this::places), given());
      var header = new boolean[] {records.options().header() && split.offset() == 0};
      records.each(
          split,
          (record, where) -> {
            if (header[0]) {
              header[0] = false;
            } else {
              add(record, where, rows, reading);
            }
            return true;
          });
      return batch(builders, rows.count(), reading.memory());
    }

    private Set<String> given() {
      return records.options().types().keySet();
    }

    private int[] places(String path) {
      List<String> names =
          records.options().header() ? CsvHeader.read(path, records) : records.options().names();
      return CsvHeader.places(names, schema, path);
    }

    private static void add(CsvRecord record, RecordPlace where, CsvRows rows, Reading reading) {
      try {
        rows.add(record);
      } catch (RuntimeException e) {
        reading.bad(where.place(), record.text(), e);
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
}
