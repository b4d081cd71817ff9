package dev.manta.cli;

import dev.manta.train.TrainContext;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;

/// A training function as it is typed: `com.acme.Train::train`.
record LoopName(String className, String method) {
  static LoopName parse(String text) {
    String[] parts = text.split("::", -1);
    if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
      throw new IllegalArgumentException(
          "--loop takes CLASS::METHOD, such as com.acme.Train::train, not \"" + text + "\"");
    }
    return new LoopName(parts[0], parts[1]);
  }

  /// The type of the config that the function takes.
  Type configType(ClassLoader loader) {
    Type context = find(loader).getGenericParameterTypes()[0];
    return context instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()[0]
        : Object.class;
  }

  private Method find(ClassLoader loader) {
    try {
      Class<?> type = Class.forName(className, false, loader);
      return Arrays.stream(type.getDeclaredMethods())
          .filter(candidate -> candidate.getName().equals(method) && takesContext(candidate))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException(noSuchMethod()));
    } catch (ClassNotFoundException missing) {
      throw new IllegalArgumentException(
          "no class " + className + " in the program; is it spelled with its package?", missing);
    }
  }

  private static boolean takesContext(Method method) {
    return method.getParameterCount() == 1 && method.getParameterTypes()[0] == TrainContext.class;
  }

  private String noSuchMethod() {
    return "class " + className + " has no method " + method + "(TrainContext)";
  }
}
