package dev.manta.formats.tfrecord;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.RowStarts;
import dev.manta.spi.files.SourceFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// TFRecord files of `Example` messages, in ranges of records. Features are columns, as the first
/// records of some files have them: values where each has one, else lists; a feature that a record
/// does not have is null.
///
/// @param types types by feature, such as `list<i64>`, where the first records do not tell
public record TfRecordSource(List<String> paths, Map<String, String> types) implements Source {
  static final long RANGE = 16 << 20;
  private static final int SAMPLES = 8;
  private static final int SAMPLE_RECORDS = 200;

  public TfRecordSource {
    paths = List.copyOf(paths);
    types = Map.copyOf(types);
  }

  /// Files whose first records tell what there is.
  public TfRecordSource(List<String> paths) {
    this(paths, Map.of());
  }

  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, ".tfrecord", ".tfrecords");
    Map<String, RowStarts> starts = new HashMap<>();
    List<Split> splits = new ArrayList<>();
    for (SourceFiles.Found file : files) {
      starts.put(
          file.place(),
          new RowStarts(file.size(), RANGE, at -> Records.walk(file.place(), at, file.size())));
      for (long from = 0; from < file.size(); from += RANGE) {
        splits.add(Split.ofBytes(file.place(), from, Math.min(RANGE, file.size() - from)));
      }
    }
    return Partitioned.of(new Reader(splits, starts, schema(files)), files);
  }

  private Schema schema(List<SourceFiles.Found> files) {
    var features = new Features();
    int count = Math.min(SAMPLES, files.size());
    for (int i = 0; i < count; i++) {
      SourceFiles.Found file =
          files.get((int) ((long) i * (files.size() - 1) / Math.max(1, count - 1)));
      sample(file, features);
    }
    return features.schema(types);
  }

  /// Broken records are told of when they are read.
  private static void sample(SourceFiles.Found file, Features features) {
    try (var records = new Records(file.place(), 0, file.size())) {
      for (int i = 0; i < SAMPLE_RECORDS && records.next(); i++) {
        features.add(Example.read(records.bytes(), Framing.HEAD, records.length()));
      }
    } catch (RuntimeException | IOException broken) {
      return;
    }
  }

  private record Reader(List<Split> splits, Map<String, RowStarts> starts, Schema schema)
      implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      RowStarts known = Objects.requireNonNull(starts.get(split.path()));
      int index = Math.toIntExact(split.offset() / RANGE);
      var rows = new BatchBuilder(reading.memory(), schema);
      try (var records = new Records(split.path(), known.of(index), known.of(index + 1))) {
        while (records.next()) {
          add(records, rows, reading);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(split.path() + " cannot be read", e);
      }
      return rows.build();
    }

    private void add(Records records, BatchBuilder rows, Reading reading) {
      try {
        records.requireIntact();
        var features = Example.read(records.bytes(), Framing.HEAD, records.length());
        rows.add(Features.row(features, schema));
      } catch (RuntimeException e) {
        reading.bad(records.place(), "", e);
      }
    }
  }
}
