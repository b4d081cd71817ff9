package dev.manta.spi.json;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.List;

/// What reflection says about declared types.
final class Types {
  /// A class is slow to say it.
  private static final ClassValue<Boolean> SEALED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return type.isSealed();
        }
      };

  private Types() {}

  static Class<?> raw(Type type) {
    if (type instanceof Class<?> plain) {
      return plain;
    }
    if (type instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    if (type instanceof WildcardType wildcard) {
      return raw(wildcard.getUpperBounds()[0]);
    }
    throw new IllegalArgumentException(
        "cannot bind " + type + ": use a type without type variables");
  }

  static Type argument(Type type, int index) {
    return type instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()[index]
        : Object.class;
  }

  static boolean isSealedRoot(Class<?> type) {
    return type.isInterface() && SEALED.get(type);
  }

  /// The records below a sealed interface, through nested sealed interfaces.
  static List<Class<?>> cases(Class<?> sealed) {
    List<Class<?>> cases = new ArrayList<>();
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isRecord()) {
        cases.add(permitted);
      } else if (isSealedRoot(permitted)) {
        cases.addAll(cases(permitted));
      }
    }
    return cases;
  }

  @SuppressWarnings("unchecked") // a primitive class and its box stand for the same values
  static <T> Class<T> boxed(Class<T> type) {
    return type.isPrimitive()
        ? (Class<T>) java.lang.invoke.MethodType.methodType(type).wrap().returnType()
        : type;
  }
}
