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
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import dev.manta.internal.json.Json;
import dev.manta.internal.json.JsonNull;
import dev.manta.internal.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Files with a JSON object on each line. Columns and their types are those of the first rows.
public record JsonLinesSource(List<String> paths) implements Source {
  private static final int SAMPLE_ROWS = 1000;

  @Override
  public SourceReader open() {
    List<Files.Found> files = Files.of(paths);
    List<Split> splits = Lines.splits(files);
    return Partitioned.of(new Reader(splits, sampled(splits)), files);
  }

  /// What the first lines that can be read have.
  private static Schema sampled(List<Split> splits) {
    Map<String, @Nullable Type> types = new LinkedHashMap<>();
    if (!splits.isEmpty()) {
      int[] rows = {0};
      Lines.each(
          splits.getFirst(),
          (bytes, from, to, _) -> {
            if (rows[0]++ < SAMPLE_ROWS) {
              sample(bytes, from, to, types);
            }
          });
    }
    List<Field> fields = new ArrayList<>();
    types.forEach(
        (name, type) -> fields.add(new Field(name, type == null ? Type.Scalar.TEXT : type)));
    return Schema.of(fields);
  }

  private static void sample(byte[] bytes, int from, int to, Map<String, @Nullable Type> types) {
    JsonObject row;
    try {
      row = Json.parse(bytes, from, to - from).asObject();
    } catch (IllegalArgumentException broken) {
      return;
    }
    row.fields().forEach((name, value) -> types.put(name, wider(types.get(name), value)));
  }

  private static @Nullable Type wider(@Nullable Type before, Json value) {
    Type type = JsonValues.type(value);
    if (before == null || type == null) {
      return before == null ? type : before;
    }
    return JsonValues.wider(before, type);
  }

  private record Reader(List<Split> splits, Schema schema) implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      List<Field> fields =
          schema.fields().stream().filter(field -> wanted.wants(field.name())).toList();
      var batch = new BatchBuilder(reading.memory(), Schema.of(fields));
      Lines.each(
          split,
          (bytes, from, to, offset) -> {
            try {
              batch.add(row(Json.parse(bytes, from, to - from).asObject(), fields));
            } catch (RuntimeException e) {
              String record = new String(bytes, from, to - from, StandardCharsets.UTF_8);
              reading.bad(Lines.place(split, offset), record, e);
            }
          });
      return batch.build();
    }

    private static Row row(JsonObject json, List<Field> fields) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      for (Field field : fields) {
        Json value = json.find(field.name()).orElse(JsonNull.NULL);
        values.put(field.name(), JsonValues.read(value, field.type()));
      }
      return Row.of(values);
    }
  }
}
