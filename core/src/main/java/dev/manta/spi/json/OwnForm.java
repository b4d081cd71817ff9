package dev.manta.spi.json;

import dev.manta.internal.code.Accessible;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// A class that says itself how it looks in JSON: `Json toJson()` and `static fromJson(Json)`.
record OwnForm(@Nullable Method write, @Nullable Method read) {
  static final OwnForm NONE = new OwnForm(null, null);
  private static final ClassValue<OwnForm> FORMS =
      new ClassValue<>() {
        @Override
        protected OwnForm computeValue(Class<?> type) {
          return new OwnForm(find(type, "toJson"), find(type, "fromJson", Json.class));
        }
      };

  /// The form of a class; records have none, which spares a look at their methods.
  static OwnForm of(Class<?> type) {
    return type.isRecord() ? NONE : FORMS.get(type);
  }

  Json write(Object value) {
    return (Json) invoke(write, value);
  }

  Object read(Json json, Place place) {
    try {
      return invoke(read, null, json);
    } catch (IllegalArgumentException e) {
      throw place.error(String.valueOf(e.getMessage()), e);
    }
  }

  private static Object invoke(@Nullable Method method, @Nullable Object on, Object... arguments) {
    if (method == null) {
      throw new IllegalStateException("no such form");
    }
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(method + " failed", e);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method + " is not accessible", e);
    }
  }

  private static @Nullable Method find(Class<?> type, String name, Class<?>... parameters) {
    try {
      Method method = type.getDeclaredMethod(name, parameters);
      Accessible.make(method);
      return method;
    } catch (NoSuchMethodException absent) {
      return null;
    }
  }
}
