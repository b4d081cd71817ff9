package dev.manta.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A row's value as what a record's component wants.
final class Conversions {
  private Conversions() {}

  static @Nullable Object to(Class<?> type, Row row, String name) {
    if (type.isPrimitive()) {
      return primitive(type, row, name);
    }
    Object value = row.value(name);
    if (value == null || type.isInstance(value)) {
      return value;
    }
    if (value instanceof Number number && Number.class.isAssignableFrom(type)) {
      return boxed(type, number);
    }
    if (value instanceof float[] floats && type == double[].class) {
      return widened(floats);
    }
    throw new IllegalArgumentException(
        "column \"%s\" is a %s, the record wants a %s"
            .formatted(name, value.getClass().getSimpleName(), type.getSimpleName()));
  }

  private static Object primitive(Class<?> type, Row row, String name) {
    if (type == boolean.class) {
      return row.truth(name);
    }
    if (type == double.class || type == float.class) {
      double value = row.isNull(name) ? Double.NaN : row.real(name);
      return type == double.class ? (Object) value : (Object) (float) value;
    }
    return whole(type, row.whole(name));
  }

  private static Object whole(Class<?> type, long value) {
    if (type == long.class) {
      return value;
    }
    if (type == int.class) {
      return Math.toIntExact(value);
    }
    if (type == short.class) {
      return (short) value;
    }
    if (type == byte.class) {
      return (byte) value;
    }
    throw new IllegalArgumentException("a record's component of type " + type + " is not known");
  }

  private static Object boxed(Class<?> type, Number number) {
    return switch (List.of(Double.class, Float.class, Long.class, Integer.class).indexOf(type)) {
      case 0 -> number.doubleValue();
      case 1 -> number.floatValue();
      case 2 -> number.longValue();
      case 3 -> Math.toIntExact(number.longValue());
      default -> throw new IllegalArgumentException("no " + type + " from " + number);
    };
  }

  private static double[] widened(float[] floats) {
    double[] all = new double[floats.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = floats[i];
    }
    return all;
  }
}
