package dev.manta.internal.worker;

import dev.manta.collective.Collectives;
import dev.manta.collective.Values;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Hands rank 0's value to all ranks, as JSON with the name of its class.
final class ValueBroadcast {
  private ValueBroadcast() {}

  static Object broadcast(Collectives group, Object value, ClassLoader loader) {
    boolean root = group.rank() == 0;
    byte[] bytes = root ? encode(value).bytes() : new byte[0];
    long[] length = {bytes.length};
    group.broadcast(Values.of(length), 0);
    byte[] all = root ? bytes : new byte[Math.toIntExact(length[0])];
    group.broadcast(Values.of(all), 0);
    return root ? value : decode(Json.parse(all).asObject(), loader);
  }

  private static JsonObject encode(Object value) {
    boolean plain = value instanceof List || value instanceof Map;
    try {
      return JsonObject.builder()
          .put("type", plain ? "" : name(value))
          .put("value", Bind.write(value))
          .build();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("cannot broadcast this value: " + e.getMessage(), e);
    }
  }

  private static String name(Object value) {
    return value instanceof Enum<?> constant
        ? constant.getDeclaringClass().getName()
        : value.getClass().getName();
  }

  private static Object decode(JsonObject json, ClassLoader loader) {
    String type = json.get("type").asText();
    Json value = json.get("value");
    if (type.isEmpty()) {
      return value instanceof JsonArray array ? list(array) : map(value.asObject());
    }
    try {
      return Bind.read(value, Class.forName(type, true, loader), "value");
    } catch (ClassNotFoundException e) {
      throw new IllegalArgumentException("rank 0 broadcast a " + type + ", unknown here", e);
    }
  }

  private static @Nullable Object plain(Json json) {
    return switch (json) {
      case JsonNull _ -> null;
      case JsonBoolean(boolean value) -> value;
      case JsonString(String value) -> value;
      case JsonNumber number -> number(number);
      case JsonArray array -> list(array);
      case JsonObject object -> map(object);
    };
  }

  private static Object number(JsonNumber number) {
    try {
      return number.asLong();
    } catch (JsonException fraction) {
      return number.asDouble();
    }
  }

  private static List<@Nullable Object> list(JsonArray array) {
    List<@Nullable Object> values = new ArrayList<>();
    array.forEach(item -> values.add(plain(item)));
    return values;
  }

  private static Map<String, @Nullable Object> map(JsonObject object) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    object.fields().forEach((key, item) -> values.put(key, plain(item)));
    return values;
  }
}
