package dev.manta.train.logged;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A table, such as a confusion matrix: named columns, and rows of texts, numbers and booleans. NaN
/// and the infinities are texts.
public record LoggedTable(List<String> columns, List<List<Object>> rows) implements Logged {
  public LoggedTable {
    columns = List.copyOf(columns);
    rows = rows.stream().<List<Object>>map(List::copyOf).toList();
    if (columns.isEmpty()) {
      throw new IllegalArgumentException("a table has at least one column");
    }
    for (int i = 0; i < rows.size(); i++) {
      requireRow(columns, i, rows.get(i));
    }
  }

  /// A table without rows.
  public static LoggedTable of(String... columns) {
    return new LoggedTable(List.of(columns), List.of());
  }

  /// The same with one more row; of many rows, give the constructor a list of them.
  public LoggedTable row(Object... cells) {
    List<List<Object>> more = new ArrayList<>(rows);
    more.add(List.of(cells));
    return new LoggedTable(columns, more);
  }

  private static void requireRow(List<String> columns, int index, List<Object> row) {
    if (row.size() != columns.size()) {
      throw new IllegalArgumentException(
          "row %s of the table has %s cells, and the table has %s columns, %s"
              .formatted(index, row.size(), columns.size(), columns));
    }
    for (Object cell : row) {
      if (!(cell instanceof Number || cell instanceof String || cell instanceof Boolean)) {
        throw new IllegalArgumentException(
            "row %s of the table has a cell of %s; a cell is a number, a text or a boolean"
                .formatted(index, cell.getClass().getName()));
      }
    }
  }

  @Override
  public LoggedKind kind() {
    return LoggedKind.TABLE;
  }

  @Override
  public byte[] stored() {
    return toJson().text().getBytes(StandardCharsets.UTF_8);
  }

  /// The table as JSON: `columns`, and `rows` as lists of cells.
  public Json toJson() {
    List<Json> lines = rows.stream().map(LoggedTable::line).toList();
    return JsonObject.builder()
        .put("columns", new JsonArray(columns.stream().map(Json::of).toList()))
        .put("rows", new JsonArray(lines))
        .build();
  }

  /// Reads what [#toJson] gave.
  public static LoggedTable fromJson(Json json) {
    JsonObject table = json.asObject();
    return new LoggedTable(
        table.get("columns").asArray().items().stream().map(Json::asText).toList(),
        table.get("rows").asArray().items().stream()
            .map(row -> row.asArray().items().stream().map(LoggedTable::cell).toList())
            .toList());
  }

  private static Json line(List<Object> row) {
    return new JsonArray(row.stream().map(LoggedTable::json).toList());
  }

  private static Json json(Object cell) {
    return switch (cell) {
      case Boolean truth -> Json.of(truth);
      case Long whole -> Json.of(whole);
      case Integer whole -> Json.of(whole);
      case Short whole -> Json.of(whole);
      case Byte whole -> Json.of(whole);
      case Number number when Double.isFinite(number.doubleValue()) ->
          Json.of(number.doubleValue());
      default -> Json.of(cell.toString());
    };
  }

  private static Object cell(Json json) {
    return switch (json) {
      case JsonBoolean truth -> truth.value();
      case JsonNumber number -> number(number);
      case JsonString text -> text.value();
      case JsonNull _, JsonArray _, JsonObject _ -> json.text();
    };
  }

  private static Object number(JsonNumber json) {
    double value = json.value().doubleValue();
    return value == Math.rint(value) && Math.abs(value) < 1L << 53
        ? (Object) (long) value
        : (Object) value;
  }
}
