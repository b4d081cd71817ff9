package dev.manta.tune.internal.space;

import dev.manta.tune.Domain;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/// A component that takes values of a domain.
record Slot(String name, RecordComponent component) {
  private static final Set<Class<?>> REALS =
      Set.of(double.class, Double.class, float.class, Float.class, OptionalDouble.class);
  private static final Map<Class<?>, Long> WHOLES =
      Map.ofEntries(
          Map.entry(byte.class, (long) Byte.MAX_VALUE),
          Map.entry(Byte.class, (long) Byte.MAX_VALUE),
          Map.entry(short.class, (long) Short.MAX_VALUE),
          Map.entry(Short.class, (long) Short.MAX_VALUE),
          Map.entry(int.class, (long) Integer.MAX_VALUE),
          Map.entry(Integer.class, (long) Integer.MAX_VALUE),
          Map.entry(OptionalInt.class, (long) Integer.MAX_VALUE),
          Map.entry(long.class, Long.MAX_VALUE),
          Map.entry(Long.class, Long.MAX_VALUE),
          Map.entry(OptionalLong.class, Long.MAX_VALUE));

  /// Whether it may be absent.
  boolean isOptional() {
    return component.getType().getSimpleName().startsWith("Optional")
        || Arrays.stream(component.getAnnotatedType().getAnnotations())
            .map(Annotation::annotationType)
            .anyMatch(type -> type.getSimpleName().equals("Nullable"));
  }

  /// A component that may be absent must be able to say so.
  void requireOptional() {
    if (!isOptional()) {
      throw new IllegalArgumentException(
          name
              + " exists only under a condition, so its type must be optional, not "
              + component.getType().getSimpleName()
              + ": use OptionalDouble, OptionalInt, Optional<…> or @Nullable");
    }
  }

  Domain fit(Domain domain) {
    return switch (domain) {
      case Domain.Real _, Domain.Normal _ -> requireReal(domain);
      case Domain.Whole whole -> requireWhole(whole);
      case Domain.Choice(List<Object> values) -> new Domain.Choice(convert(values));
      case Domain.Grid(List<Object> values) -> new Domain.Grid(convert(values));
      case Domain.Constant(Object value) -> new Domain.Constant(convert(value));
    };
  }

  private Domain requireReal(Domain domain) {
    if (!REALS.contains(type())) {
      throw wrongType("real numbers (" + domain.text() + ")");
    }
    return domain;
  }

  private Domain requireWhole(Domain.Whole domain) {
    Long most = WHOLES.get(type());
    if (most == null && !REALS.contains(type())) {
      throw wrongType("whole numbers (" + domain.text() + ")");
    }
    if (most != null && (domain.high() > most || domain.low() < -most - 1)) {
      throw wrongType("numbers as large as those of " + domain.text());
    }
    return domain;
  }

  private List<Object> convert(List<Object> values) {
    return values.stream().map(this::convert).toList();
  }

  private Object convert(Object value) {
    Class<?> type = type();
    if (type == String.class) {
      return String.valueOf(value);
    }
    if (type.isEnum()) {
      return constant(type, String.valueOf(value));
    }
    Object plain = value instanceof String text ? Values.parse(text) : value;
    if (REALS.contains(type) && plain instanceof Number number) {
      return number.doubleValue();
    }
    if (WHOLES.containsKey(type) && plain instanceof Long number) {
      return ((Domain.Whole) requireWhole(new Domain.Whole(number, number, false, 1))).low();
    }
    if ((type == boolean.class || type == Boolean.class) && plain instanceof Boolean) {
      return plain;
    }
    throw wrongType("the value " + value);
  }

  private Object constant(Class<?> type, String value) {
    return Arrays.stream(type.getEnumConstants())
        .map(each -> ((Enum<?>) each).name())
        .filter(value::equals)
        .findFirst()
        .orElseThrow(
            () ->
                wrongType(
                    "the value " + value + ", only " + Arrays.toString(type.getEnumConstants())));
  }

  /// The type inside an `Optional`.
  private Class<?> type() {
    Type generic = component.getGenericType();
    if (component.getType() == Optional.class
        && generic instanceof ParameterizedType with
        && with.getActualTypeArguments()[0] instanceof Class<?> inside) {
      return inside;
    }
    return component.getType();
  }

  private IllegalArgumentException wrongType(String what) {
    return new IllegalArgumentException(
        name + " is of type " + type().getSimpleName() + ", which cannot hold " + what);
  }
}
