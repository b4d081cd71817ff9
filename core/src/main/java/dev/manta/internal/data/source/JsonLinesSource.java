package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Field;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.SourceFiles;
import dev.manta.spi.files.TypeNames;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files with a JSON object on each line. Columns and their types are those of the first rows of
/// some files, and those that are given.
///
/// @param types types by column, such as `f32`
public record JsonLinesSource(List<String> paths, Map<String, String> types) implements Source {
  private static final int SAMPLE_ROWS = 1000;
  private static final String[] ENDINGS = {
    ".jsonl", ".json", ".ndjson", ".jsonl.gz", ".json.gz", ".ndjson.gz"
  };

  public JsonLinesSource {
    types = Map.copyOf(types);
  }

  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, ENDINGS);
    var lines = new LineFiles();
    Schema schema = schema(LineFiles.samples(files), lines);
    return Partitioned.of(
        new Reader(LineFiles.splits(files), schema, types.keySet(), lines), files);
  }

  /// What the first lines that can be read have.
  private Schema schema(List<Split> files, LineFiles lines) {
    Map<String, JsonShape> seen = new LinkedHashMap<>();
    for (Split file : files) {
      int[] rows = {0};
      lines.head(
          file,
          (bytes, from, to, _) -> {
            if (!isBlank(bytes, from, to)) {
              sample(bytes, from, to, seen);
              rows[0]++;
            }
            return rows[0] < SAMPLE_ROWS;
          });
    }
    types.forEach((name, type) -> seen.put(name, JsonShape.of(TypeNames.parse(type))));
    List<Field> fields = new ArrayList<>();
    seen.forEach((name, shape) -> fields.add(new Field(name, shape.type())));
    return Schema.of(fields);
  }

  /// A line of spaces is as good as an empty one.
  private static boolean isBlank(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && (bytes[at] == ' ' || bytes[at] == '\t')) {
      at++;
    }
    return at == to;
  }

  private static void sample(byte[] bytes, int from, int to, Map<String, JsonShape> seen) {
    JsonObject row;
    try {
      row = Json.parseExactly(bytes, from, to - from).asObject();
    } catch (IllegalArgumentException broken) {
      return;
    }
    row.fields().forEach((name, value) -> seen.merge(name, JsonShape.of(value), JsonShape::with));
  }

  /// @param given the columns whose types were said
  private record Reader(List<Split> splits, Schema schema, Set<String> given, LineFiles lines)
      implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      List<Field> fields =
          schema.fields().stream().filter(field -> wanted.wants(field.name())).toList();
      var batch = new BatchBuilder(reading.memory(), Schema.of(fields));
      lines.each(
          split,
          (bytes, from, to, where) -> {
            if (isBlank(bytes, from, to)) {
              return true;
            }
            try {
              JsonObject json = Json.parseExactly(bytes, from, to - from).asObject();
              requireKnown(json, wanted);
              batch.add(row(json, fields));
            } catch (RuntimeException e) {
              String record = new String(bytes, from, to - from, StandardCharsets.UTF_8);
              reading.bad(where.place(), record, e);
            }
            return true;
          });
      return batch.build();
    }

    /// A column that comes up late would be lost.
    private void requireKnown(JsonObject json, Wanted wanted) {
      json.fields()
          .forEach(
              (name, value) -> {
                if (!schema.has(name) && !(value instanceof JsonNull) && wanted.wants(name)) {
                  throw new IllegalArgumentException(
                      "column \"%s\" was in none of the rows that were looked at for columns: say its"
                              .formatted(name)
                          + " type with jsonLines(Map.of(\"%s\", …), …)".formatted(name));
                }
              });
    }

    private Row row(JsonObject json, List<Field> fields) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      for (Field field : fields) {
        Json value = json.find(field.name()).orElse(JsonNull.NULL);
        values.put(field.name(), value(value, field));
      }
      return Row.of(values);
    }

    private @Nullable Object value(Json value, Field field) {
      try {
        return JsonValues.read(value, field.type());
      } catch (RuntimeException e) {
        throw new IllegalArgumentException(
            "column \"%s\": %s is not a value of type %s%s"
                .formatted(field.name(), value.text(), field.type().text(), seen(field.name())),
            e);
      }
    }

    /// The first rows do not always tell.
    private String seen(String name) {
      return given.contains(name)
          ? ""
          : ", as the first rows are (or say jsonLines(Map.of(\"%s\", …), …))".formatted(name);
    }
  }
}
