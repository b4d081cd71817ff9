package dev.manta.tune;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import dev.manta.tune.internal.space.Values;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The values of parameters by name, in order: each is a `Double`, `Long`, `String` or `Boolean`.
public record Point(Map<String, Object> values) {
  public static final Point EMPTY = new Point(Map.of());

  public Point {
    var copy = new LinkedHashMap<String, Object>();
    values.forEach((name, value) -> copy.put(name, Values.plain(value)));
    values = Collections.unmodifiableMap(copy);
  }

  /// A point of one parameter, to which others can be added.
  public static Point of(String name, Object value) {
    return EMPTY.with(name, value);
  }

  /// The same with one more value, or another one for its name.
  public Point with(String name, Object value) {
    var copy = new LinkedHashMap<>(values);
    copy.put(name, value);
    return new Point(copy);
  }

  /// A value, if there is one of that name.
  public Optional<Object> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /// A value, which must be there.
  public Object get(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the point has no " + name + "; it has " + values.keySet()));
  }

  /// A value as a real number.
  public double number(String name) {
    return Values.number(get(name));
  }

  /// A value as a whole number.
  public long whole(String name) {
    if (get(name) instanceof Long whole) {
      return whole;
    }
    throw new IllegalArgumentException(name + " is not a whole number but " + get(name));
  }

  /// A value as a text.
  public String text(String name) {
    return String.valueOf(get(name));
  }

  /// The JSON object of all values.
  public Json toJson() {
    JsonObject.Builder out = JsonObject.builder();
    values.forEach((name, value) -> out.put(name, json(value)));
    return out.build();
  }

  private static Json json(Object value) {
    return switch (value) {
      case Double number -> Json.of(number.doubleValue());
      case Long number -> Json.of(number.longValue());
      case Boolean bool -> Json.of(bool.booleanValue());
      default -> Json.of(String.valueOf(value));
    };
  }

  /// The point of a JSON object.
  public static Point fromJson(Json json) {
    var values = new LinkedHashMap<String, Object>();
    json.asObject().fields().forEach((name, value) -> values.put(name, value(name, value)));
    return new Point(values);
  }

  private static Object value(String name, Json json) {
    return switch (json) {
      case JsonNumber number -> number.value();
      case JsonString text -> text.value();
      case JsonBoolean bool -> bool.value();
      default ->
          throw new JsonException(
              name + ": expected a number, a text or a truth value, found " + json.describe());
    };
  }
}
