package dev.manta.formats.webdataset;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.source.Partitioned;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Tar archives in which files with the same name up to their first dot are a sample: a row with
/// `__key__` and, for each ending, the bytes. An archive is a split.
public record WebDatasetSource(List<String> paths) implements Source {
  private static final String KEY = "__key__";

  @Override
  public SourceReader open() {
    return Partitioned.whole(paths, Reader::new);
  }

  private record Reader(List<Split> splits) implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      Location at = Location.parse(split.path());
      var rows = new BatchBuilder(reading.memory());
      var sample = new Sample(rows);
      try {
        Tar.each(Storages.at(at).read(at), sample::add);
        sample.end();
      } catch (IllegalArgumentException e) {
        throw new MantaException(ErrorCode.STORAGE, split.path() + ": " + e.getMessage(), e);
      }
      return rows.build();
    }
  }

  /// The files of one sample, until the next one begins.
  private static final class Sample {
    private final BatchBuilder rows;
    private Map<String, @Nullable Object> values = new LinkedHashMap<>();

    Sample(BatchBuilder rows) {
      this.rows = rows;
    }

    void add(String name, byte[] bytes) {
      int dot = name.indexOf('.', name.lastIndexOf('/') + 1);
      String key = dot < 0 ? name : name.substring(0, dot);
      if (!key.equals(values.get(KEY))) {
        end();
        values.put(KEY, key);
      }
      values.put(dot < 0 ? "" : name.substring(dot + 1), bytes);
    }

    void end() {
      if (!values.isEmpty()) {
        rows.add(Row.of(values));
        values = new LinkedHashMap<>();
      }
    }
  }
}
