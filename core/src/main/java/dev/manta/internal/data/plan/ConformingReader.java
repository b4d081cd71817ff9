package dev.manta.internal.data.plan;

import dev.manta.data.Batch;
import dev.manta.data.Field;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.rows.CommonSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A source whose files do not have the same columns: all its rows have those of all files.
///
/// @param conflicts columns whose values in several files have no type in common, and what to say
///   of each to those who want it
record ConformingReader(SourceReader reader, Schema schema, Map<String, String> conflicts)
    implements SourceReader {
  /// The columns of a file. Compared by code of its own, as [Field] is.
  private record Kind(Schema schema, Set<String> nulls) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Kind(Schema itsSchema, Set<String> itsNulls)
          && schema.equals(itsSchema)
          && nulls.equals(itsNulls);
    }

    @Override
    public int hashCode() {
      return 31 * schema.hashCode() + nulls.hashCode();
    }
  }

  /// The reader itself where files are alike, or nobody knows.
  static SourceReader of(SourceReader reader, List<Split> splits) {
    var common = new CommonSchema();
    Set<String> files = new HashSet<>();
    Set<Kind> kinds = new HashSet<>();
    for (Split split : splits) {
      if (files.add(split.path())) {
        reader
            .schema(split)
            .map(schema -> new Kind(schema, reader.columnsOfNulls(split)))
            .filter(kinds::add)
            .ifPresent(kind -> common.add(kind.schema, kind.nulls, split.path()));
      }
    }
    return kinds.size() > 1
        ? new ConformingReader(reader, common.schema(), common.conflicts())
        : reader;
  }

  @Override
  public List<Split> splits() {
    return reader.splits();
  }

  @Override
  public Optional<Schema> schema(Split split) {
    return Optional.of(schema);
  }

  @Override
  public boolean mayHaveBadRecords() {
    return reader.mayHaveBadRecords();
  }

  @Override
  public Batch read(Split split, Wanted wanted, Reading reading) {
    conflicts.forEach(
        (name, message) -> {
          if (wanted.wants(name)) {
            throw new MantaException(ErrorCode.USER, message);
          }
        });
    List<Field> fields =
        schema.fields().stream().filter(field -> wanted.wants(field.name())).toList();
    Batch rows = reader.read(split, wanted, reading);
    return CommonSchema.conformed(rows, Schema.of(fields), reading.memory());
  }
}
