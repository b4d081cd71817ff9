package dev.manta.tune.internal.trial;

import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.loop.LoopSpec;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/// The static method that runs trials, by its names.
public final class FunctionMethod {
  private FunctionMethod() {}

  /// The only static method of that name that takes one argument.
  public static Method find(LoopSpec spec, ClassLoader loader) {
    Class<?> type =
        ProgramLoader.find(spec.className(), loader)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no class %s: is it spelled with its package, and is its jar on the class path?"
                            .formatted(spec.className())));
    List<Method> found =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(spec.method()))
            .filter(method -> Modifier.isStatic(method.getModifiers()))
            .filter(method -> method.getParameterCount() == 1)
            .toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "%s has %s static methods %s that take one argument, where one is needed"
              .formatted(spec.className(), found.isEmpty() ? "no" : found.size(), spec.method()));
    }
    return found.getFirst();
  }
}
