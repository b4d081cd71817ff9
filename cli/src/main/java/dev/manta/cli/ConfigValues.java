package dev.manta.cli;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A config as it is typed: `lr=0.1`, `layers=[64,10]`, `optimizer.name=adam`.
final class ConfigValues {
  private ConfigValues() {}

  /// The typed values as a value of the config's type.
  static Object bind(List<String> typed, Type type) {
    JsonObject json = JsonObject.EMPTY;
    for (String pair : typed) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("--config takes KEY=VALUE, not \"" + pair + "\"");
      }
      List<String> path = List.of(pair.substring(0, equals).split("\\.", -1));
      json = with(json, path, pair.substring(equals + 1), type);
    }
    return read(json, type);
  }

  private static Object read(JsonObject json, Type type) {
    if (!(type instanceof Class<?> record && record.isRecord())) {
      return json;
    }
    try {
      return Bind.read(json, type, "config");
    } catch (JsonException wrong) {
      throw new IllegalArgumentException(wrong.getMessage() + "; set it with --config", wrong);
    }
  }

  private static JsonObject with(JsonObject into, List<String> path, String value, Type type) {
    String key = path.getFirst();
    @Nullable Type inner = component(type, key);
    if (path.size() == 1) {
      return into.with(key, value(value, inner));
    }
    JsonObject nested = into.find(key).map(Json::asObject).orElse(JsonObject.EMPTY);
    Type nestedType = inner == null ? Object.class : inner;
    return into.with(key, with(nested, path.subList(1, path.size()), value, nestedType));
  }

  private static @Nullable Type component(Type type, String name) {
    if (!(type instanceof Class<?> record && record.isRecord())) {
      return null;
    }
    return components(record).get(name);
  }

  private static Map<String, Type> components(Class<?> record) {
    Map<String, Type> types = new LinkedHashMap<>();
    Arrays.stream(record.getRecordComponents())
        .forEach((RecordComponent part) -> types.put(part.getName(), part.getGenericType()));
    return types;
  }

  /// What reads as JSON is JSON, unless a text is wanted; anything else is a text.
  private static Json value(String text, @Nullable Type wanted) {
    if (wanted == String.class) {
      return Json.of(text);
    }
    try {
      return Json.parse(text);
    } catch (JsonException notJson) {
      return Json.of(text);
    }
  }
}
