package dev.manta.cli.runs;

import dev.manta.internal.console.ReadableNumbers;
import dev.manta.internal.stored.RunSide;
import dev.manta.spi.json.Json;
import dev.manta.train.Metrics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/// Runs as columns, what they have as rows.
final class Comparison {
  private static final String NOTHING = "-";

  private final List<RunSide> sides;
  private final TextTable table = new TextTable();

  Comparison(List<RunSide> sides) {
    this.sides = sides;
  }

  List<String> lines() {
    table.row(cells("", sides.stream().map(RunSide::name).toList()));
    row("status", RunSide::status);
    row("function", RunSide::function);
    row("attempts", side -> String.valueOf(side.attempts()));
    rows("config", side -> config(side.config()));
    rows("last", side -> values(side.last()));
    rows("best", side -> values(side.best()));
    return table.lines();
  }

  private void rows(String title, Function<RunSide, Map<String, Object>> values) {
    List<Map<String, Object>> all = sides.stream().map(values).toList();
    Set<String> keys = new LinkedHashSet<>();
    all.forEach(each -> keys.addAll(each.keySet()));
    for (String key : keys) {
      row(
          title + " " + key,
          side -> {
            Object value = all.get(sides.indexOf(side)).get(key);
            return value == null ? NOTHING : ReadableNumbers.value(value);
          });
    }
  }

  private void row(String title, Function<RunSide, String> value) {
    List<String> values = sides.stream().map(value).toList();
    boolean same = values.stream().distinct().count() == 1;
    table.row(cells((same ? "  " : "* ") + title, values));
  }

  private static String[] cells(String first, List<String> rest) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(rest);
    return all.toArray(String[]::new);
  }

  private static Map<String, Object> values(Metrics metrics) {
    return metrics.flat().asMap();
  }

  /// A record's fields, nested ones joined by `/`; what is not an object is one value.
  private static Map<String, Object> config(String json) {
    try {
      return values(Metrics.fromJson(Json.parse(json)));
    } catch (IllegalArgumentException other) {
      return json.isEmpty() ? Map.of() : Map.of("", json);
    }
  }
}
