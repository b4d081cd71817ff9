package dev.manta.cli;

import dev.manta.error.MantaException;
import dev.manta.internal.loop.LoopCall;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.train.TrainContext;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

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
      var named = new LoopSpec(className, method, "", "");
      return LoopCall.find(named, TrainContext.class, loader).method();
    } catch (MantaException wrong) {
      throw new IllegalArgumentException("--loop: " + wrong.getMessage(), wrong);
    }
  }
}
