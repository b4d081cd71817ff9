package dev.manta.internal.control;

import dev.manta.collective.Numerics;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.train.Framework;
import java.util.Map;
import java.util.TreeMap;

/// What frameworks want in the environment of workers, below what is said already.
final class FrameworkVariables {
  private FrameworkVariables() {}

  static Map<String, String> below(
      Map<String, String> said, Numerics numerics, Map<String, String> around) {
    Map<String, String> all = new TreeMap<>(said);
    for (Framework framework : Framework.installed(ProgramLoader.current())) {
      framework.environment(numerics).forEach((name, value) -> add(all, around, name, value));
    }
    return all;
  }

  private static void add(
      Map<String, String> all, Map<String, String> around, String name, String value) {
    if (!around.containsKey(name)) {
      all.putIfAbsent(name, value);
    }
  }
}
