package dev.manta.tabular;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A config record, or a map, as the parameters of a library: `maxDepth` is `max_depth`, a list its
/// elements with commas between them.
public final class LibraryParameters {
  private LibraryParameters() {}

  /// The parameters by their names in the library; optional components that are empty are left out.
  ///
  /// @param known the names that the library has; another one is refused, with the nearest
  /// @param library what errors call it
  public static Map<String, String> of(Object config, Set<String> known, String library) {
    if (!(Bind.write(config) instanceof JsonObject object)) {
      throw new IllegalArgumentException(
          "parameters of %s are a record or a map, not a %s"
              .formatted(library, config.getClass().getName()));
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    object
        .fields()
        .forEach(
            (name, value) -> {
              if (!(value instanceof JsonNull)) {
                parameters.put(known(name, known, library), text(name, value, library));
              }
            });
    return parameters;
  }

  private static String known(String name, Set<String> known, String library) {
    String snake = snake(name);
    if (known.contains(name) || known.contains(snake)) {
      return known.contains(name) ? name : snake;
    }
    String hint =
        NearestName.of(snake, known)
            .map(near -> "did you mean " + near + "?")
            .orElse("see its documentation");
    throw new IllegalArgumentException(
        "%s has no parameter \"%s\"; %s".formatted(library, snake, hint));
  }

  private static String snake(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
  }

  private static String text(String name, Json value, String library) {
    return switch (value) {
      case JsonString text -> text.value();
      case JsonNumber number -> number.text();
      case JsonBoolean truth -> truth.text();
      case JsonArray array ->
          array.items().stream()
              .map(item -> text(name, item, library))
              .collect(Collectors.joining(","));
      default ->
          throw new IllegalArgumentException(
              "parameter \"%s\" of %s is %s, which is not a number, text, boolean or list of those"
                  .formatted(snake(name), library, value.text()));
    };
  }
}
