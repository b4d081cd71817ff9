package dev.manta.internal.control;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The variables of the driver's environment that workers on other nodes get: those whose names fit
/// one of the patterns, in which `*` stands for anything and `?` for one character.
final class PassedVariables {
  private PassedVariables() {}

  static Map<String, String> of(List<String> patterns, Map<String, String> environment) {
    Map<String, String> passed = new TreeMap<>();
    environment.forEach(
        (name, value) -> {
          if (patterns.stream().anyMatch(pattern -> fits(pattern, name))) {
            passed.put(name, value);
          }
        });
    return passed;
  }

  private static boolean fits(String pattern, String name) {
    return name.matches(Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"));
  }
}
