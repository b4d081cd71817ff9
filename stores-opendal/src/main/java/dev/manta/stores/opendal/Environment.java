package dev.manta.stores.opendal;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Environment variables; one that is blank is as good as none.
record Environment(Map<String, String> variables) {
  Environment {
    variables = Map.copyOf(variables);
  }

  /// The value of the first of the variables that has one.
  Optional<String> first(String... names) {
    return Arrays.stream(names)
        .map(name -> variables.getOrDefault(name, "").strip())
        .filter(value -> !value.isEmpty())
        .findFirst();
  }

  boolean has(String... names) {
    return Arrays.stream(names).allMatch(name -> first(name).isPresent());
  }
}
