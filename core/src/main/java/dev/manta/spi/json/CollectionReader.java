package dev.manta.spi.json;

import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads lists, sets, maps, arrays and untyped values.
final class CollectionReader {
  private CollectionReader() {}

  static Object read(Json json, Type type, Class<?> raw, Place place) {
    if (raw == List.class || raw == Collection.class) {
      return List.copyOf(items(json, Types.argument(type, 0), place));
    }
    if (raw == Set.class) {
      Set<Object> set = new LinkedHashSet<>(items(json, Types.argument(type, 0), place));
      return Collections.unmodifiableSet(set);
    }
    if (raw == Map.class) {
      return map(json, type, place);
    }
    if (raw.isArray()) {
      return array(json, raw.getComponentType(), place);
    }
    return raw == Object.class ? untyped(json, place) : optional(json, raw, place);
  }

  /// What a missing field of this type is read as, or null where it must not be missing.
  static @Nullable Object empty(Class<?> raw) {
    if (raw == Optional.class) {
      return Optional.empty();
    }
    if (raw == List.class || raw == Collection.class) {
      return List.of();
    }
    if (raw == Map.class) {
      return Map.of();
    }
    if (raw == Set.class) {
      return Set.of();
    }
    return emptyNumber(raw);
  }

  private static @Nullable Object emptyNumber(Class<?> raw) {
    if (raw == OptionalInt.class) {
      return OptionalInt.empty();
    }
    if (raw == OptionalLong.class) {
      return OptionalLong.empty();
    }
    return raw == OptionalDouble.class ? OptionalDouble.empty() : null;
  }

  private static List<Object> items(Json json, Type itemType, Place place) {
    if (!(json instanceof JsonArray array)) {
      throw place.error("expected an array, found " + json.describe());
    }
    List<Object> items = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      items.add(BindReader.read(array.get(i), itemType, place.item(i)));
    }
    return items;
  }

  private static Object array(Json json, Class<?> itemType, Place place) {
    List<Object> items = items(json, itemType, place);
    Object array = Array.newInstance(itemType, items.size());
    for (int i = 0; i < items.size(); i++) {
      Array.set(array, i, items.get(i));
    }
    return array;
  }

  private static Map<Object, Object> map(Json json, Type type, Place place) {
    Map<Object, Object> map = new LinkedHashMap<>();
    Type keyType = Types.argument(type, 0);
    Type valueType = Types.argument(type, 1);
    for (Map.Entry<String, Json> field : BindReader.object(json, place).fields().entrySet()) {
      Place at = place.field(field.getKey());
      map.put(key(field.getKey(), keyType, at), BindReader.read(field.getValue(), valueType, at));
    }
    return Collections.unmodifiableMap(map);
  }

  private static Object key(String name, Type type, Place place) {
    Class<?> raw = Types.raw(type);
    if (raw == Integer.class || raw == Long.class) {
      try {
        return BindReader.read(Json.of(Long.parseLong(name)), type, place);
      } catch (NumberFormatException e) {
        throw place.error("expected an integer as key, found \"" + name + "\"", e);
      }
    }
    return raw == Object.class ? name : BindReader.read(Json.of(name), type, place);
  }

  private static Object optional(Json json, Class<?> raw, Place place) {
    Object empty = emptyNumber(raw);
    if (empty == null) {
      throw place.error(
          "cannot read a " + raw.getName() + " from JSON: use records of plain values");
    }
    if (json == JsonNull.NULL) {
      return empty;
    }
    if (raw == OptionalInt.class) {
      return OptionalInt.of((Integer) BindReader.read(json, Integer.class, place));
    }
    return raw == OptionalLong.class
        ? OptionalLong.of((Long) BindReader.read(json, Long.class, place))
        : OptionalDouble.of((Double) BindReader.read(json, Double.class, place));
  }

  private static Object untyped(Json json, Place place) {
    if (json instanceof JsonString string) {
      return string.value();
    }
    if (json instanceof JsonNumber number) {
      return number.value();
    }
    if (json instanceof JsonBoolean bool) {
      return bool.value();
    }
    if (json instanceof JsonArray) {
      return List.copyOf(items(json, Object.class, place));
    }
    if (json instanceof JsonObject) {
      return map(json, Map.class, place);
    }
    throw place.error("must not be null");
  }
}
