package dev.manta.spi.json;

import dev.manta.internal.code.Accessible;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads one component of a record: by reflection at first, which costs nothing to set up, and by a
/// function made for it once it is read often.
final class ComponentReader {
  private static final int OFTEN = 1_000;

  private final Method accessor;
  private int reads;
  private @Nullable Function<Object, @Nullable Object> made;

  ComponentReader(RecordComponent component) {
    this.accessor = component.getAccessor();
    Accessible.make(accessor);
  }

  /// Threads may count past each other, and may each make the same function.
  @Nullable Object read(Object record) {
    Function<Object, @Nullable Object> function = made;
    if (function != null) {
      return function.apply(record);
    }
    if (++reads == OFTEN) {
      made = make();
    }
    return reflect(record);
  }

  private @Nullable Object reflect(Object record) {
    try {
      return accessor.invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + accessor, e);
    }
  }

  @SuppressWarnings("unchecked") // it is made as one that takes and gives anything
  private Function<Object, @Nullable Object> make() {
    try {
      Class<?> type = accessor.getDeclaringClass();
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      MethodHandle read = lookup.unreflect(accessor);
      return (Function<Object, @Nullable Object>)
          LambdaMetafactory.metafactory(
                  lookup,
                  "apply",
                  MethodType.methodType(Function.class),
                  MethodType.methodType(Object.class, Object.class),
                  read,
                  read.type().wrap())
              .getTarget()
              .invoke();
    } catch (Throwable closed) {
      return this::reflect;
    }
  }
}
