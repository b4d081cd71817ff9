package dev.manta.spi.json;

import org.jspecify.annotations.Nullable;

/// How JSON values become Java numbers without losing anything silently.
final class Numbers {
  private static final double TWO_POW_63 = 0x1p63;

  private Numbers() {}

  static double asDouble(Json json) {
    if (json instanceof JsonNumber number) {
      return number.value().doubleValue();
    }
    Double special = json instanceof JsonString string ? special(string.value()) : null;
    if (special == null) {
      throw new JsonException("expected a number, found " + json.describe());
    }
    return special;
  }

  static long asLong(Json json) {
    if (json instanceof JsonNumber number) {
      if (number.value() instanceof Long exact) {
        return exact;
      }
      double real = number.value().doubleValue();
      if (real == Math.rint(real) && real >= -TWO_POW_63 && real < TWO_POW_63) {
        return (long) real;
      }
    }
    throw new JsonException("expected an integer, found " + json.describe());
  }

  static long within(Json json, long min, long max, String kind) {
    long value = asLong(json);
    if (value < min || value > max) {
      throw new JsonException("expected " + kind + ", found " + value);
    }
    return value;
  }

  /// The number that a text stands for because JSON has no way to write it, or null.
  static @Nullable Double special(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> null;
    };
  }
}
