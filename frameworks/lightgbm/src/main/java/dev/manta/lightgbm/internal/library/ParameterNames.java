package dev.manta.lightgbm.internal.library;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The parameters that LightGBM has, and its other names for them. Known without its library, so
/// that a program that only starts a run can check them.
public final class ParameterNames {
  private static final Map<String, String> NAMES = read();

  private ParameterNames() {}

  private static Map<String, String> read() {
    Map<String, String> names = new HashMap<>();
    try (InputStream file = ParameterNames.class.getResourceAsStream("parameters.txt")) {
      new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .map(line -> List.of(line.split(" ")))
          .forEach(line -> line.forEach(name -> names.put(name, line.getFirst())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.copyOf(names);
  }

  /// All of them.
  public static Set<String> all() {
    return NAMES.keySet();
  }

  /// The name that the others stand for; the same where it is unknown.
  public static String main(String name) {
    return NAMES.getOrDefault(name, name);
  }
}
