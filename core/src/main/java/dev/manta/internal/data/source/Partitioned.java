package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.Reading;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// A reader of files with what the names of their directories say, `year=2024/` for instance, as
/// columns.
///
/// @param values what is said of each file
public record Partitioned(
    SourceReader files, Map<String, Map<String, String>> values, Map<String, Type> types)
    implements SourceReader {
  /// The reader itself where directories say nothing.
  public static SourceReader of(SourceReader reader, List<Files.Found> files) {
    Map<String, Type> types = Partitions.types(files);
    if (types.isEmpty()) {
      return reader;
    }
    Map<String, Map<String, String>> values = new HashMap<>();
    files.forEach(file -> values.put(file.place(), file.partitions()));
    return new Partitioned(reader, values, types);
  }

  /// Files that are a split each.
  public static SourceReader whole(List<String> paths, Function<List<Split>, SourceReader> reader) {
    List<Files.Found> files = Files.of(paths);
    List<Split> splits =
        files.stream().map(file -> Split.ofBytes(file.place(), 0, file.size())).toList();
    return of(reader.apply(splits), files);
  }

  @Override
  public List<Split> splits() {
    return files.splits();
  }

  @Override
  public Batch read(Split split, Wanted wanted, Reading reading) {
    Batch rows = files.read(split, wanted, reading);
    Map<String, String> said = values.getOrDefault(split.path(), Map.of());
    return Partitions.add(rows, said, types, wanted, reading.memory());
  }
}
