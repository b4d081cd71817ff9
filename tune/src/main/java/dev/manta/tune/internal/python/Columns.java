package dev.manta.tune.internal.python;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonNull;
import dev.manta.tune.Dimension;
import dev.manta.tune.Point;
import dev.manta.tune.Space;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The parameters of a space that have more than one value, as columns of numbers.
///
/// A library suggests all of them; those that do not exist at a point are left out here, and are
/// `null` where a library is told that point. So it need not know conditions.
record Columns(Space space, List<Column> all) {
  static Columns of(Space space) {
    return new Columns(
        space,
        space.dimensions().stream()
            .filter(each -> each.domain().size().orElse(2) > 1)
            .map(Column::of)
            .toList());
  }

  Json json() {
    return new JsonArray(all.stream().<Json>map(Column::json).toList());
  }

  Json encode(Point point) {
    return new JsonArray(all.stream().map(each -> encode(each, point)).toList());
  }

  private static Json encode(Column column, Point point) {
    return point.find(column.name()).map(column::encode).orElse(JsonNull.NULL);
  }

  /// The point of a number for each column, with constants.
  Point decode(JsonArray numbers) {
    if (numbers.size() != all.size()) {
      throw new JsonException("expected " + all.size() + " values, found " + numbers.size());
    }
    Map<String, Object> suggested = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      suggested.put(all.get(i).name(), all.get(i).decode(numbers.get(i)));
    }
    return existing(suggested);
  }

  private Point existing(Map<String, Object> suggested) {
    var values = new LinkedHashMap<String, Object>();
    for (Dimension each : space.dimensions()) {
      if (each.condition().isEmpty() || each.existsAt(new Point(values))) {
        Object only = each.domain().at(0.5);
        values.put(each.name(), suggested.getOrDefault(each.name(), only));
      }
    }
    return new Point(values);
  }
}
