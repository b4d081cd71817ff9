package dev.manta.formats.webdataset;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Field;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.RowStarts;
import dev.manta.spi.files.SourceFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tar archives in which files with the same name up to their first dot are a sample: a row with
/// `__key__` and, for each ending, the bytes; null where a sample has no such file. Archives are
/// read in ranges of samples.
public record WebDatasetSource(List<String> paths) implements Source {
  static final long RANGE = 16 << 20;
  private static final int SAMPLES = 100;

  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, ".tar");
    Map<String, RowStarts> starts = new HashMap<>();
    List<Split> splits = new ArrayList<>();
    for (SourceFiles.Found file : files) {
      starts.put(
          file.place(),
          new RowStarts(file.size(), RANGE, at -> Samples.walk(file.place(), at, file.size())));
      for (long from = 0; from < file.size(); from += RANGE) {
        splits.add(Split.ofBytes(file.place(), from, Math.min(RANGE, file.size() - from)));
      }
    }
    return Partitioned.of(new Reader(splits, starts, columns(files.getFirst())), files);
  }

  /// What the first samples have; more columns may come up in others.
  private static Set<String> columns(SourceFiles.Found file) {
    Set<String> names = new LinkedHashSet<>(Set.of(Samples.KEY));
    try (var samples = new Samples(file.place(), 0, file.size(), file.size())) {
      Map<String, @Nullable Object> sample = samples.next();
      for (int i = 0; i < SAMPLES && !sample.isEmpty(); i++) {
        names.addAll(sample.keySet());
        sample = samples.next();
      }
    } catch (IllegalArgumentException | IOException toldWhenRead) {
      return names;
    }
    return names;
  }

  private record Reader(List<Split> splits, Map<String, RowStarts> starts, Set<String> columns)
      implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      int index = Math.toIntExact(split.offset() / RANGE);
      RowStarts known = Objects.requireNonNull(starts.get(split.path()));
      Set<String> names = new LinkedHashSet<>(columns);
      List<Map<String, @Nullable Object>> all = new ArrayList<>();
      try (var samples =
          new Samples(split.path(), known.of(index), known.of(index + 1), known.size())) {
        Map<String, @Nullable Object> sample = samples.next();
        while (!sample.isEmpty()) {
          if (isWhole(samples, sample, split, reading)) {
            names.addAll(sample.keySet());
            all.add(sample);
          }
          sample = samples.next();
        }
      } catch (IllegalArgumentException | IOException e) {
        throw new MantaException(ErrorCode.STORAGE, split.path() + ": " + e.getMessage(), e);
      }
      return batch(names, all, reading);
    }

    private static boolean isWhole(
        Samples samples, Map<String, @Nullable Object> sample, Split split, Reading reading) {
      try {
        samples.requireDistinct();
        return true;
      } catch (IllegalArgumentException e) {
        String key = String.valueOf(sample.get(Samples.KEY));
        reading.bad(split.path() + " sample " + key, key, e);
        return false;
      }
    }

    private static Batch batch(
        Set<String> names, List<Map<String, @Nullable Object>> samples, Reading reading) {
      List<Field> fields = new ArrayList<>();
      for (String name : names) {
        boolean key = name.equals(Samples.KEY);
        fields.add(new Field(name, key ? Type.Scalar.TEXT : Type.Scalar.BINARY));
      }
      var rows = new BatchBuilder(reading.memory(), Schema.of(fields));
      for (Map<String, @Nullable Object> sample : samples) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        names.forEach(name -> values.put(name, sample.get(name)));
        rows.add(Row.of(values));
      }
      return rows.build();
    }
  }
}
