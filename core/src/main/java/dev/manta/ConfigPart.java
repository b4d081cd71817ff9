package dev.manta;

import dev.manta.internal.loop.Loops;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;

/// The field of a config that users give; the rest is what their library's trainer keeps.
///
/// @param type the class of the field's value
record ConfigPart(String field, Class<?> type) {
  /// The config with another value of the field.
  Json within(String config, Object value) {
    return whole(config).with(field, Loops.json(value));
  }

  /// The field's value.
  Json of(String config) {
    return whole(config).get(field);
  }

  private JsonObject whole(String config) {
    if (!(Json.parse(config) instanceof JsonObject whole)) {
      throw new IllegalStateException("a config with a field \"" + field + "\" is an object");
    }
    return whole;
  }
}
