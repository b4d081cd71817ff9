package dev.manta.data;

import dev.manta.internal.code.Accessible;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a record is a row: component by component.
final class RecordForm<R extends Record> {
  private final RecordComponent[] components;
  private final Constructor<R> constructor;

  private RecordForm(Class<R> type) {
    components = type.getRecordComponents();
    constructor = constructor(type, components);
  }

  static <R extends Record> RecordForm<R> of(Class<R> type) {
    return new RecordForm<>(type);
  }

  private static <R> Constructor<R> constructor(Class<R> type, RecordComponent[] components) {
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      Constructor<R> found = type.getDeclaredConstructor(types);
      Accessible.make(found);
      return found;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(type + " has no canonical constructor", e);
    }
  }

  R read(Row row) {
    @Nullable Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = Conversions.to(components[i].getType(), row, components[i].getName());
    }
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "row " + row + " makes no " + constructor.getName() + ": " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + constructor.getName(), e);
    }
  }

  static Row write(Record row) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (RecordComponent component : row.getClass().getRecordComponents()) {
      values.put(component.getName(), value(component, row));
    }
    return new MapRow(values);
  }

  private static @Nullable Object value(RecordComponent component, Record row) {
    try {
      Accessible.make(component.getAccessor());
      return component.getAccessor().invoke(row);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }
}
