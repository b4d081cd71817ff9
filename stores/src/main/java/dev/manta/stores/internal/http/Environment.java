package dev.manta.stores.internal.http;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The variables and the home directory that settings come from.
public record Environment(Map<String, String> variables, Path home) {
  public Environment {
    variables = Map.copyOf(variables);
  }

  /// That of this process.
  public static Environment ofProcess() {
    return new Environment(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /// The first of these variables that is set to something.
  public Optional<String> get(String... names) {
    for (String name : names) {
      String value = variables.get(name);
      if (value != null && !value.isBlank()) {
        return Optional.of(value.strip());
      }
    }
    return Optional.empty();
  }

  /// Whether a variable says yes; empty where it says nothing.
  public Optional<Boolean> flag(String name) {
    return get(name).map(text -> yes(name, text));
  }

  private static boolean yes(String name, String text) {
    return switch (text) {
      case "true", "1", "yes", "TRUE", "True" -> true;
      case "false", "0", "no", "FALSE", "False" -> false;
      default -> throw new IllegalArgumentException(name + " must be true or false, not " + text);
    };
  }
}
