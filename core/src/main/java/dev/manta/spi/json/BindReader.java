package dev.manta.spi.json;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// From JSON to Java values of a declared type.
final class BindReader {
  private BindReader() {}

  static Object read(Json json, Type type, Place place) {
    Class<?> raw = Types.raw(type);
    try {
      Object scalar = ScalarReader.read(json, raw);
      return scalar != null ? scalar : structure(json, type, raw, place);
    } catch (UnreadableScalar e) {
      throw place.error(String.valueOf(e.getMessage()));
    }
  }

  private static Object structure(Json json, Type type, Class<?> raw, Place place) {
    if (raw == Optional.class) {
      return json == JsonNull.NULL
          ? Optional.empty()
          : Optional.of(read(json, Types.argument(type, 0), place));
    }
    if (raw.isRecord()) {
      return record(object(json, place), raw, place);
    }
    OwnForm form = OwnForm.of(raw);
    if (form.read() != null) {
      return form.read(json, place);
    }
    if (Types.isSealedRoot(raw)) {
      return sealed(object(json, place), raw, place);
    }
    return CollectionReader.read(json, type, raw, place);
  }

  static JsonObject object(Json json, Place place) {
    if (json instanceof JsonObject object) {
      return object;
    }
    throw place.error("expected an object, found " + json.describe());
  }

  private static Object sealed(JsonObject json, Class<?> raw, Place place) {
    Json name = json.getOrNull("type");
    List<String> known = new ArrayList<>();
    for (Class<?> candidate : Types.cases(raw)) {
      if (name instanceof JsonString text && text.value().equals(candidate.getSimpleName())) {
        return record(json, candidate, place);
      }
      known.add(candidate.getSimpleName());
    }
    String found = name == null ? "nothing" : name.describe();
    throw place.field("type").error("expected one of " + known + ", found " + found);
  }

  private static Object record(JsonObject json, Class<?> raw, Place place) {
    refuseUnknown(json, RecordShape.of(raw), place);
    return known(json, raw, place);
  }

  /// Reads the fields that a record knows, whatever others there are.
  private static Object known(JsonObject json, Class<?> raw, Place place) {
    RecordShape shape = RecordShape.of(raw);
    @Nullable Object[] values = new @Nullable Object[shape.components().length];
    for (int i = 0; i < values.length; i++) {
      values[i] = component(json, shape.components()[i], place);
    }
    return shape.create(values, place);
  }

  private static @Nullable Object component(
      JsonObject json, RecordShape.Component component, Place place) {
    if (component.flat()) {
      return known(json, component.raw(), place);
    }
    Json value = json.getOrNull(component.name());
    if (value == null || (value == JsonNull.NULL && component.raw() != Json.class)) {
      return missing(component, place);
    }
    return read(value, component.type(), place.field(component.name()));
  }

  private static @Nullable Object missing(RecordShape.Component component, Place place) {
    Object empty = CollectionReader.empty(component.raw());
    if (empty != null || component.nullable()) {
      return empty;
    }
    Place at = place.field(component.name());
    Json blank = place.older() ? Blank.of(component.raw()) : null;
    if (blank == null) {
      throw at.error("is missing; expected " + component.raw().getSimpleName());
    }
    return read(blank, component.type(), at);
  }

  private static void refuseUnknown(JsonObject json, RecordShape shape, Place place) {
    for (String key : json.keys()) {
      if (!shape.has(key) && !isTypeOf(key, json, shape)) {
        throw place.field(key).error("is unknown; " + known(shape));
      }
    }
  }

  private static boolean isTypeOf(String key, JsonObject json, RecordShape shape) {
    return key.equals("type")
        && json.getOrNull(key) instanceof JsonString name
        && name.value().equals(shape.type().getSimpleName());
  }

  private static String known(RecordShape shape) {
    return shape.type().getSimpleName() + " has " + names(shape);
  }

  private static List<String> names(RecordShape shape) {
    List<String> names = new ArrayList<>();
    for (RecordShape.Component component : shape.components()) {
      names.addAll(
          component.flat() ? names(RecordShape.of(component.raw())) : List.of(component.name()));
    }
    return names;
  }
}
