package dev.manta.spi.files;

import dev.manta.data.Batch;
import dev.manta.data.Condition;
import dev.manta.data.Reading;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A reader of files with what the names of their directories say, `year=2024/` for instance, as
/// columns.
///
/// @param values what is said of each file
public record Partitioned(
    SourceReader files, Map<String, Map<String, String>> values, Map<String, Type> types)
    implements SourceReader {
  /// The reader itself where directories say nothing.
  public static SourceReader of(SourceReader reader, List<SourceFiles.Found> files) {
    Map<String, Type> types = Partitions.types(files);
    if (types.isEmpty()) {
      return reader;
    }
    Map<String, Map<String, String>> values = new HashMap<>();
    files.forEach(file -> values.put(file.place(), file.partitions()));
    return new Partitioned(reader, values, types);
  }

  @Override
  public List<Split> splits() {
    return files.splits();
  }

  @Override
  public boolean mayHaveBadRecords() {
    return files.mayHaveBadRecords();
  }

  @Override
  public List<Split> splits(List<Condition> conditions) {
    return files.splits(conditions).stream()
        .filter(split -> Partitions.mayHold(said(split), types, conditions))
        .toList();
  }

  private Map<String, String> said(Split split) {
    return values.getOrDefault(split.path(), Map.of());
  }

  @Override
  public Batch read(Split split, Wanted wanted, Reading reading) {
    Batch rows = files.read(split, wanted, reading);
    return Partitions.add(rows, said(split), types, wanted, reading.memory());
  }
}
