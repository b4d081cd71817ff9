package dev.manta.spi.json;

import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// From Java values to JSON. Chains of `instanceof`, not pattern switches: see [Json].
final class BindWriter {
  private BindWriter() {}

  static Json write(@Nullable Object value, Type declared) {
    if (value == null) {
      return JsonNull.NULL;
    }
    OwnForm form = formOf(declared);
    if (form.write() != null) {
      return form.write(value);
    }
    Json scalar = scalar(value);
    return scalar != null ? scalar : structure(value, declared);
  }

  /// The form that an interface has for all its cases.
  private static OwnForm formOf(Type declared) {
    Class<?> raw = Types.raw(declared);
    return raw.isInterface() && raw != Json.class ? OwnForm.of(raw) : OwnForm.NONE;
  }

  private static @Nullable Json scalar(Object value) {
    if (value instanceof String text) {
      return new JsonString(text);
    }
    if (value instanceof Double || value instanceof Float) {
      return new JsonNumber(((Number) value).doubleValue());
    }
    if (isIntegral(value)) {
      return new JsonNumber(((Number) value).longValue());
    }
    if (value instanceof Boolean bool) {
      return JsonBoolean.of(bool);
    }
    if (value instanceof Enum<?> constant && !(value instanceof Json)) {
      return new JsonString(constant.name());
    }
    return value instanceof Json json ? json : text(value);
  }

  private static boolean isIntegral(Object value) {
    return value instanceof Integer
        || value instanceof Long
        || value instanceof Short
        || value instanceof Byte;
  }

  private static @Nullable Json text(Object value) {
    if (value instanceof Duration || value instanceof Instant || value instanceof Character) {
      return new JsonString(value.toString());
    }
    return value instanceof byte[] bytes
        ? new JsonString(Base64.getEncoder().encodeToString(bytes))
        : null;
  }

  private static Json structure(Object value, Type declared) {
    if (value instanceof Record) {
      return record(value, declared);
    }
    if (value instanceof Map<?, ?> map) {
      return map(map, declared);
    }
    if (value instanceof Collection<?> items) {
      return list(items, Types.argument(declared, 0));
    }
    if (value instanceof Optional<?> optional) {
      return optional.isEmpty()
          ? JsonNull.NULL
          : write(optional.get(), Types.argument(declared, 0));
    }
    return value.getClass().isArray() ? array(value) : special(value);
  }

  private static Json record(Object value, Type declared) {
    RecordShape shape = RecordShape.of(value.getClass());
    JsonObject.Builder out = JsonObject.builder();
    if (Types.isSealedRoot(Types.raw(declared))) {
      refuseTypeComponent(shape);
      out.put("type", value.getClass().getSimpleName());
    }
    components(value, shape, out);
    return out.build();
  }

  private static void components(Object value, RecordShape shape, JsonObject.Builder out) {
    for (RecordShape.Component component : shape.components()) {
      Object field = component.of(value);
      if (component.flat() && field != null) {
        components(field, RecordShape.of(component.raw()), out);
      } else {
        put(write(field, component.type()), component, out);
      }
    }
  }

  private static void put(Json field, RecordShape.Component component, JsonObject.Builder out) {
    if (field != JsonNull.NULL || component.raw() == Json.class) {
      out.put(component.name(), field);
    }
  }

  private static void refuseTypeComponent(RecordShape shape) {
    if (shape.has("type")) {
      throw new IllegalArgumentException(
          shape.type().getName()
              + " has a component named type, which its sealed interface needs for itself: rename"
              + " it");
    }
  }

  private static Json map(Map<?, ?> map, Type declared) {
    JsonObject.Builder out = JsonObject.builder();
    Type keyType = Types.argument(declared, 0);
    Type valueType = Types.argument(declared, 1);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.put(key(entry.getKey(), keyType), write(entry.getValue(), valueType));
    }
    return out.build();
  }

  private static String key(Object key, Type declared) {
    OwnForm form = formOf(declared);
    if (form.write() != null && form.write(key) instanceof JsonString name) {
      return name.value();
    }
    return key instanceof Enum<?> constant ? constant.name() : String.valueOf(key);
  }

  private static Json list(Collection<?> items, Type itemType) {
    List<Json> out = new ArrayList<>(items.size());
    for (Object item : items) {
      out.add(write(item, itemType));
    }
    return new JsonArray(out);
  }

  private static Json array(Object array) {
    int length = Array.getLength(array);
    List<Json> out = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      out.add(write(Array.get(array, i), array.getClass().getComponentType()));
    }
    return new JsonArray(out);
  }

  private static Json special(Object value) {
    if (value instanceof OptionalInt number) {
      return number.isEmpty() ? JsonNull.NULL : Json.of(number.getAsInt());
    }
    if (value instanceof OptionalLong number) {
      return number.isEmpty() ? JsonNull.NULL : Json.of(number.getAsLong());
    }
    if (value instanceof OptionalDouble number) {
      return number.isEmpty() ? JsonNull.NULL : Json.of(number.getAsDouble());
    }
    OwnForm form = OwnForm.of(value.getClass());
    if (form.write() == null) {
      throw new IllegalArgumentException(
          "cannot write " + value.getClass().getName() + " as JSON: use records of plain values");
    }
    return form.write(value);
  }
}
