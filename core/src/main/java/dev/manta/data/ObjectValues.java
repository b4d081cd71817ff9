package dev.manta.data;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/// Java objects as values of columns.
final class ObjectValues {
  private ObjectValues() {}

  /// The type that holds a value.
  static Type type(String name, Object value) {
    return switch (value) {
      case Boolean _ -> Type.Scalar.BOOL;
      case Byte _ -> Type.Scalar.I8;
      case Short _ -> Type.Scalar.I16;
      case Integer _ -> Type.Scalar.I32;
      case Long _ -> Type.Scalar.I64;
      case Float _ -> Type.Scalar.F32;
      case Double _ -> Type.Scalar.F64;
      case BigDecimal _ -> Type.Scalar.F64;
      case String _ -> Type.Scalar.TEXT;
      case Enum<?> _ -> Type.Scalar.TEXT;
      case byte[] _ -> Type.Scalar.BINARY;
      case LocalDate _ -> Type.Scalar.DATE;
      case Instant _ -> new Type.Timestamp(Type.Unit.MICROS, true);
      case LocalDateTime _ -> new Type.Timestamp(Type.Unit.MICROS, false);
      case float[] _ -> new Type.ListOf(Type.Scalar.F32);
      case double[] _ -> new Type.ListOf(Type.Scalar.F64);
      case int[] _ -> new Type.ListOf(Type.Scalar.I32);
      case long[] _ -> new Type.ListOf(Type.Scalar.I64);
      case List<?> list -> new Type.ListOf(element(name, list));
      default ->
          throw new IllegalArgumentException(
              "column \"%s\" holds a %s; columns hold numbers, booleans, texts, byte[], dates, moments,"
                      .formatted(name, value.getClass().getName())
                  + " arrays and lists of those");
    };
  }

  private static Type element(String name, List<?> list) {
    return list.stream()
        .filter(java.util.Objects::nonNull)
        .findFirst()
        .map(value -> type(name, value))
        .orElse(Type.Scalar.TEXT);
  }

  static void add(ColumnBuilder to, String name, Object value) {
    switch (value) {
      case Boolean truth -> to.add(truth ? 1 : 0);
      case Float real -> to.add(real.doubleValue());
      case Double real -> to.add(real.doubleValue());
      case BigDecimal real -> to.add(real.doubleValue());
      case Number whole -> to.add(whole.longValue());
      case LocalDate date -> to.add(date.toEpochDay());
      case Instant moment -> to.add(micros(moment));
      case LocalDateTime moment -> to.add(micros(moment.toInstant(ZoneOffset.UTC)));
      case byte[] bytes -> to.add(bytes);
      case String text -> to.add(requireText(to, name, text).getBytes(StandardCharsets.UTF_8));
      case Enum<?> constant -> to.add(constant.name().getBytes(StandardCharsets.UTF_8));
      default -> addList(to, name, value);
    }
  }

  private static String requireText(ColumnBuilder to, String name, String text) {
    if (to.type() != Type.Scalar.TEXT) {
      throw new IllegalArgumentException(
          "column \"%s\" is of %s, and \"%s\" is a text".formatted(name, to.type().text(), text));
    }
    return text;
  }

  private static long micros(Instant moment) {
    return Math.addExact(
        Math.multiplyExact(moment.getEpochSecond(), 1_000_000L), moment.getNano() / 1_000);
  }

  private static void addList(ColumnBuilder to, String name, Object value) {
    ColumnBuilder elements = to.elements();
    switch (value) {
      case float[] all -> {
        for (float each : all) {
          elements.add((double) each);
        }
      }
      case double[] all -> {
        for (double each : all) {
          elements.add(each);
        }
      }
      case int[] all -> {
        for (int each : all) {
          elements.add(each);
        }
      }
      case long[] all -> {
        for (long each : all) {
          elements.add(each);
        }
      }
      case List<?> all -> all.forEach(each -> addElement(elements, name, each));
      default -> throw new IllegalArgumentException("column \"" + name + "\": no list: " + value);
    }
    to.endList();
  }

  private static void addElement(
      ColumnBuilder to, String name, @org.jspecify.annotations.Nullable Object value) {
    if (value == null) {
      to.addNull();
    } else {
      add(to, name, value);
    }
  }
}
