package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Field;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.spi.files.TypeNames;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Rows that a program has in its memory; to workers they travel as JSON.
public final class InMemoryTable {
  private static final int TRAVEL_ROWS_MAX = 1_000_000;

  private final Schema schema;
  private final List<Row> rows;

  private InMemoryTable(Schema schema, List<Row> rows) {
    this.schema = schema;
    this.rows = List.copyOf(rows);
  }

  /// Rows whose columns are of one type each.
  public static InMemoryTable of(List<Row> rows) {
    var probe = new BatchBuilder(new BatchMemory());
    for (int i = 0; i < rows.size(); i++) {
      add(probe, rows.get(i), i);
    }
    try (Batch batch = probe.build()) {
      return new InMemoryTable(batch.schema(), rows);
    }
  }

  private static void add(BatchBuilder to, Row row, int index) {
    try {
      to.add(row);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("row " + index + ": " + e.getMessage(), e);
    }
  }

  Schema schema() {
    return schema;
  }

  int size() {
    return rows.size();
  }

  Row row(int index) {
    return rows.get(index);
  }

  public Json toJson() {
    if (rows.size() > TRAVEL_ROWS_MAX) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%,d rows in memory are too many to travel to workers: write them to a Parquet or CSV"
                  + " file",
              rows.size()));
    }
    List<Json> columns = new ArrayList<>();
    for (Field field : schema.fields()) {
      columns.add(
          JsonObject.builder().put("name", field.name()).put("type", field.type().text()).build());
    }
    List<Json> values = rows.stream().map(this::values).toList();
    return JsonObject.builder()
        .put("columns", new JsonArray(columns))
        .put("rows", new JsonArray(values))
        .build();
  }

  private Json values(Row row) {
    List<Json> values = new ArrayList<>();
    for (Field field : schema.fields()) {
      values.add(JsonValues.exact(row.value(field.name())));
    }
    return new JsonArray(values);
  }

  public static InMemoryTable fromJson(Json json) {
    List<Field> fields = new ArrayList<>();
    for (Json column : json.asObject().get("columns").asArray()) {
      JsonObject named = column.asObject();
      fields.add(
          new Field(named.get("name").asText(), TypeNames.parse(named.get("type").asText())));
    }
    List<Row> rows = new ArrayList<>();
    for (Json values : json.asObject().get("rows").asArray()) {
      rows.add(row(fields, values.asArray()));
    }
    return new InMemoryTable(Schema.of(fields), rows);
  }

  private static Row row(List<Field> fields, JsonArray values) {
    List<Object> pairs = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      pairs.add(fields.get(i).name());
      pairs.add(JsonValues.read(values.get(i), fields.get(i).type()));
    }
    return Row.of(pairs.toArray());
  }
}
