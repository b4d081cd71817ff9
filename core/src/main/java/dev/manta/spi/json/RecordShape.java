package dev.manta.spi.json;

import dev.manta.internal.code.Accessible;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/// A record class taken apart once: its components in order and its constructor.
record RecordShape(Class<?> type, Component[] components, Constructor<?> constructor) {
  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return inspect(type);
        }
      };

  /// One component; `raw` is the class of `type`. Of one that is flat its own components are
  /// written in its place.
  record Component(
      String name,
      Type type,
      Class<?> raw,
      boolean flat,
      ComponentReader reader,
      RecordComponent source) {
    /// Whether the component may be null. Asked only when a value is missing: annotations are slow
    /// to read.
    boolean nullable() {
      for (Annotation annotation : source.getAnnotatedType().getAnnotations()) {
        if (annotation.annotationType().getSimpleName().equals("Nullable")) {
          return true;
        }
      }
      return false;
    }

    @Nullable Object of(Object record) {
      return reader.read(record);
    }
  }

  static RecordShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  boolean has(String name) {
    for (Component component : components) {
      boolean here =
          component.flat() ? of(component.raw()).has(name) : component.name().equals(name);
      if (here) {
        return true;
      }
    }
    return false;
  }

  Object create(@Nullable Object[] values, Place place) {
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw place.error(String.valueOf(cause.getMessage()), cause);
    } catch (ReflectiveOperationException e) {
      throw place.error("cannot create " + type.getName(), e);
    }
  }

  private static RecordShape inspect(Class<?> type) {
    RecordComponent[] sources = type.getRecordComponents();
    Component[] components = new Component[sources.length];
    Class<?>[] parameters = new Class<?>[sources.length];
    for (int i = 0; i < sources.length; i++) {
      components[i] = component(sources[i]);
      parameters[i] = sources[i].getType();
    }
    return new RecordShape(type, components, constructor(type, parameters));
  }

  private static Component component(RecordComponent source) {
    Class<?> raw = source.getType();
    return new Component(
        source.getName(),
        source.getGenericType(),
        raw,
        Flat.class.isAssignableFrom(raw),
        new ComponentReader(source),
        source);
  }

  private static Constructor<?> constructor(Class<?> type, Class<?>[] parameters) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructor(parameters);
      Accessible.make(constructor);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("record without canonical constructor: " + type, e);
    }
  }
}
