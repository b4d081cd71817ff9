package dev.manta.tune.internal.space;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.tune.Point;
import java.util.LinkedHashMap;
import java.util.Map;

/// Names with dots as nested objects.
public final class Nested {
  private Nested() {}

  /// The object of a point, as the config record is read from it.
  public static JsonObject json(Point point) {
    return nested(point.toJson().asObject().fields());
  }

  private static JsonObject nested(Map<String, Json> flat) {
    var here = new LinkedHashMap<String, Json>();
    var below = new LinkedHashMap<String, Map<String, Json>>();
    flat.forEach(
        (name, value) -> {
          int dot = name.indexOf('.');
          if (dot < 0) {
            here.put(name, value);
          } else {
            below
                .computeIfAbsent(name.substring(0, dot), _ -> new LinkedHashMap<>())
                .put(name.substring(dot + 1), value);
          }
        });
    below.forEach((name, inner) -> here.put(name, nested(inner)));
    return new JsonObject(here);
  }
}
