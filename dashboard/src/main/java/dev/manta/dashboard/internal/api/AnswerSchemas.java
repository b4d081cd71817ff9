package dev.manta.dashboard.internal.api;

import dev.manta.spi.json.Flat;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/// JSON schemas of what records are written as. Each record has one of its own, to which others
/// refer.
final class AnswerSchemas {
  private final Map<String, JsonObject> named = new TreeMap<>();

  /// The schema of a type, and from now on of all records in it.
  JsonObject of(Type type) {
    Class<?> raw = raw(type);
    if (raw == Optional.class) {
      return of(argument(type, 0));
    }
    if (Collection.class.isAssignableFrom(raw)) {
      return ofType("array").with("items", of(argument(type, 0)));
    }
    if (Map.class.isAssignableFrom(raw)) {
      return ofType("object").with("additionalProperties", of(argument(type, 1)));
    }
    return raw.isRecord() && !hasOwnForm(raw) ? reference(raw) : scalar(raw);
  }

  /// All records that were met, by what others refer to them as.
  JsonObject named() {
    JsonObject.Builder all = JsonObject.builder();
    named.forEach(all::put);
    return all.build();
  }

  private static Class<?> raw(Type type) {
    return type instanceof ParameterizedType generic
        ? (Class<?>) generic.getRawType()
        : type instanceof Class<?> plain ? plain : Object.class;
  }

  private static Type argument(Type type, int index) {
    return type instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()[index]
        : Object.class;
  }

  /// What writes itself may be anything.
  private static boolean hasOwnForm(Class<?> type) {
    try {
      return Json.class.isAssignableFrom(type.getMethod("toJson").getReturnType());
    } catch (NoSuchMethodException plain) {
      return false;
    }
  }

  private static JsonObject scalar(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return ofType("boolean");
    }
    if (List.of(int.class, long.class, Integer.class, Long.class).contains(type)
        || type == OptionalInt.class
        || type == OptionalLong.class) {
      return ofType("integer");
    }
    if (List.of(double.class, Double.class, OptionalDouble.class).contains(type)) {
      return ofType("number");
    }
    if (type == Instant.class) {
      return ofType("string").with("format", Json.of("date-time"));
    }
    boolean isText = type == String.class || type == Duration.class || type.isEnum();
    return isText ? ofType("string") : JsonObject.EMPTY;
  }

  private static JsonObject ofType(String type) {
    return JsonObject.builder().put("type", type).build();
  }

  private JsonObject reference(Class<?> type) {
    String name = name(type);
    if (!named.containsKey(name)) {
      named.put(name, JsonObject.EMPTY); // a record may be in itself
      named.put(name, ofRecord(type));
    }
    return JsonObject.builder().put("$ref", "#/components/schemas/" + name).build();
  }

  /// As it is called within the type around it.
  private static String name(Class<?> type) {
    Class<?> around = type.getEnclosingClass();
    return around == null ? type.getSimpleName() : name(around) + "." + type.getSimpleName();
  }

  private JsonObject ofRecord(Class<?> type) {
    JsonObject.Builder properties = JsonObject.builder();
    List<Json> required = new ArrayList<>();
    add(type, properties, required);
    return ofType("object")
        .with("properties", properties.build())
        .with("required", new JsonArray(required))
        .with("additionalProperties", Json.of(false));
  }

  private void add(Class<?> type, JsonObject.Builder properties, List<Json> required) {
    for (RecordComponent component : type.getRecordComponents()) {
      if (Flat.class.isAssignableFrom(component.getType())) {
        add(component.getType(), properties, required);
      } else {
        properties.put(component.getName(), of(component.getGenericType()));
        if (!component.getType().getSimpleName().startsWith("Optional")) {
          required.add(Json.of(component.getName()));
        }
      }
    }
  }
}
