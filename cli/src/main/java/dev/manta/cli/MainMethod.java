package dev.manta.cli;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a program begins: `main`, with or without arguments, static or not.
final class MainMethod {
  private final Method method;

  private MainMethod(Method method) {
    this.method = method;
  }

  static Optional<MainMethod> find(Class<?> type) {
    return declared(type, String[].class).or(() -> declared(type)).map(MainMethod::new);
  }

  static MainMethod of(String className, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(className, false, loader);
      return find(type)
          .orElseThrow(
              () -> new IllegalArgumentException("class " + className + " has no main method"));
    } catch (ClassNotFoundException missing) {
      throw new IllegalArgumentException(
          "no class " + className + " in the program; is it spelled with its package?", missing);
    }
  }

  private static Optional<Method> declared(Class<?> type, Class<?>... parameters) {
    try {
      Method method = type.getDeclaredMethod("main", parameters);
      return Modifier.isPrivate(method.getModifiers()) ? Optional.empty() : Optional.of(method);
    } catch (NoSuchMethodException none) {
      return Optional.empty();
    }
  }

  /// Runs the program; what it throws is thrown.
  void run(String[] args) throws Exception {
    try {
      method.setAccessible(true);
      Object[] given = method.getParameterCount() == 0 ? new Object[0] : new Object[] {args};
      method.invoke(target(), given);
    } catch (InvocationTargetException thrown) {
      throw new ProgramFailed(thrown.getCause());
    }
  }

  private @Nullable Object target() throws ReflectiveOperationException {
    if (Modifier.isStatic(method.getModifiers())) {
      return null;
    }
    Constructor<?> constructor = method.getDeclaringClass().getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
