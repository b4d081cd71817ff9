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

/// A space as Python libraries know it: a number for each parameter with more than one value.
///
/// A library suggests all of them; those that do not exist at a point are left out here, and are
/// `null` where a library is told that point. So it need not know conditions.
record EncodedSpace(Space space, List<EncodedParameter> parameters) {
  static EncodedSpace of(Space space) {
    return new EncodedSpace(
        space,
        space.dimensions().stream()
            .filter(Dimension::isSearched)
            .map(EncodedParameter::of)
            .toList());
  }

  Json json() {
    return new JsonArray(parameters.stream().<Json>map(EncodedParameter::json).toList());
  }

  Json encode(Point point) {
    return new JsonArray(parameters.stream().map(each -> encode(each, point)).toList());
  }

  private static Json encode(EncodedParameter parameter, Point point) {
    return point.find(parameter.name()).map(parameter::encode).orElse(JsonNull.NULL);
  }

  /// The point of a number for each parameter, with constants.
  Point decode(JsonArray numbers) {
    if (numbers.size() != parameters.size()) {
      throw new JsonException("expected " + parameters.size() + " values, found " + numbers.size());
    }
    Map<String, Object> suggested = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      suggested.put(parameters.get(i).name(), parameters.get(i).decode(numbers.get(i)));
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
