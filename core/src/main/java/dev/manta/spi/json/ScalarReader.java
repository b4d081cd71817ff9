package dev.manta.spi.json;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Reads values that have no parts; null for a type that is none of them.
final class ScalarReader {
  private ScalarReader() {}

  static @Nullable Object read(Json json, Class<?> type) {
    try {
      Object value = plain(json, type);
      return value != null ? value : textual(json, type);
    } catch (JsonException e) {
      throw new UnreadableScalar(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable Object plain(Json json, Class<?> type) {
    if (type == String.class) {
      return json.asText();
    }
    if (type == boolean.class || type == Boolean.class) {
      return json.asBoolean();
    }
    if (type == double.class || type == Double.class) {
      return json.asDouble();
    }
    if (type == float.class || type == Float.class) {
      return (float) json.asDouble();
    }
    return type == Json.class ? json : integral(json, type);
  }

  private static @Nullable Object integral(Json json, Class<?> type) {
    if (type == int.class || type == Integer.class) {
      return json.asInt();
    }
    if (type == long.class || type == Long.class) {
      return json.asLong();
    }
    if (type == short.class || type == Short.class) {
      return (short) Numbers.within(json, Short.MIN_VALUE, Short.MAX_VALUE, "a short");
    }
    if (type == byte.class || type == Byte.class) {
      return (byte) Numbers.within(json, Byte.MIN_VALUE, Byte.MAX_VALUE, "a byte");
    }
    return null;
  }

  private static @Nullable Object textual(Json json, Class<?> type) {
    if (type.isEnum() && !Json.class.isAssignableFrom(type)) {
      return constant(json, type);
    }
    if (type == Duration.class || type == Instant.class) {
      return time(json.asText(), type);
    }
    if (type == byte[].class) {
      return base64(json.asText());
    }
    if (type == char.class || type == Character.class) {
      return character(json.asText());
    }
    return null;
  }

  private static Object constant(Json json, Class<?> type) {
    Object[] constants = type.getEnumConstants();
    for (Object constant : constants) {
      if (((Enum<?>) constant).name().equals(json.asText())) {
        return constant;
      }
    }
    throw new JsonException(
        "expected one of " + Arrays.toString(constants) + ", found " + json.describe());
  }

  private static Object time(String text, Class<?> type) {
    try {
      return type == Duration.class ? Duration.parse(text) : Instant.parse(text);
    } catch (DateTimeException e) {
      String example =
          type == Duration.class ? "a duration like PT1M30S" : "a time like 2026-01-01T00:00:00Z";
      throw new JsonException("expected " + example + ", found \"" + text + "\"", e);
    }
  }

  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new JsonException("expected base64: " + e.getMessage(), e);
    }
  }

  private static Character character(String text) {
    if (text.length() != 1) {
      throw new JsonException("expected one character, found \"" + text + "\"");
    }
    return text.charAt(0);
  }
}
