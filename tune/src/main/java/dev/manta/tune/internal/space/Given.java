package dev.manta.tune.internal.space;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.util.List;
import java.util.Optional;

/// Values of a config that was given as a whole.
public final class Given {
  private Given() {}

  /// The value of a component, those of nested records with dots; empty where it is none that a
  /// point can have.
  public static Optional<Object> value(Json config, String name) {
    Optional<Json> at = Optional.of(config);
    for (String part : List.of(name.split("\\."))) {
      at =
          at.flatMap(
              json -> json instanceof JsonObject object ? object.find(part) : Optional.empty());
    }
    return at.flatMap(Given::plain);
  }

  private static Optional<Object> plain(Json value) {
    return switch (value) {
      case JsonNumber number -> Optional.of(number.text());
      case JsonString text -> Optional.of(text.value());
      case JsonBoolean truth -> Optional.of(truth.text());
      default -> Optional.empty();
    };
  }
}
