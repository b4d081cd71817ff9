package dev.manta.train;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonBytes;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which values metrics may hold: `Long`, `Double`, `String`, `Boolean`, nested [Metrics].
final class MetricValue {
  private static final int SCAN_MAX = 16;

  private MetricValue() {}

  static String key(@Nullable String key) {
    if (key == null || key.isEmpty()) {
      throw new IllegalArgumentException("a metric needs a name");
    }
    return key;
  }

  static Object of(String key, @Nullable Object value) {
    if (value instanceof Double
        || value instanceof Long
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Metrics) {
      return value;
    }
    if (value instanceof Float real) {
      return (double) real;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Map<?, ?> map) {
      return nested(key, map);
    }
    throw refused(key, value);
  }

  private static Metrics nested(String key, Map<?, ?> map) {
    Metrics nested = Metrics.empty();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String name)) {
        throw new IllegalArgumentException(
            "metric \""
                + key
                + "\" is a map with the key "
                + entry.getKey()
                + ", which is not text");
      }
      nested = nested.with(key(name), of(key + "/" + name, entry.getValue()));
    }
    return nested;
  }

  private static IllegalArgumentException refused(String key, @Nullable Object value) {
    return new IllegalArgumentException(
        "metric \"%s\" is %s; allowed are numbers, texts, booleans and nested metrics"
            .formatted(key, value == null ? "null" : "a " + value.getClass().getTypeName()));
  }

  static void refuseTwice(String[] keys) {
    if (keys.length > SCAN_MAX) {
      Set<String> seen = new HashSet<>(Arrays.asList(keys));
      if (seen.size() == keys.length) {
        return;
      }
    }
    for (int i = 1; i < keys.length; i++) {
      for (int j = 0; j < i; j++) {
        if (keys[i].equals(keys[j])) {
          throw new IllegalArgumentException("metric \"" + keys[i] + "\" is given twice");
        }
      }
    }
  }

  static void write(Object value, JsonBytes out) {
    if (value instanceof Double real) {
      out.number(real.doubleValue());
    } else if (value instanceof Long integer) {
      out.number(integer.longValue());
    } else if (value instanceof Metrics nested) {
      nested.writeTo(out);
    } else if (value instanceof Boolean bool) {
      out.ascii(bool ? "true" : "false");
    } else {
      out.string((String) value);
    }
  }

  static Metrics metrics(JsonObject json) {
    String[] keys = json.keys().toArray(new String[0]);
    Object[] values = new Object[keys.length];
    for (int i = 0; i < keys.length; i++) {
      values[i] = value(key(keys[i]), json.get(keys[i]));
    }
    return new Metrics(keys, values);
  }

  private static Object value(String key, Json json) {
    if (json instanceof JsonNumber number) {
      return number.value();
    }
    if (json instanceof JsonString string) {
      return text(string.value());
    }
    if (json instanceof JsonBoolean bool) {
      return bool.value();
    }
    if (json instanceof JsonObject object) {
      return metrics(object);
    }
    throw new IllegalArgumentException(
        "metric \"" + key + "\" is " + json.describe() + ", which is not a metric");
  }

  private static Object text(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> text;
    };
  }

  static String describe(Object value) {
    return value instanceof Metrics ? "nested metrics" : "a " + value.getClass().getSimpleName();
  }
}
