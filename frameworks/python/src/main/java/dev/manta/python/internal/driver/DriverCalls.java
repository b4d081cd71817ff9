package dev.manta.python.internal.driver;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.util.Optional;
import java.util.function.Function;

/// The calls that there are, by their name in a request.
///
/// @param python the interpreter of ranks, which is the driver's
public record DriverCalls(Optional<String> python) implements Function<Json, DriverCall> {
  private static final String NAME = "call";

  @Override
  public DriverCall apply(Json request) {
    JsonObject said = request.asObject();
    String name = said.get(NAME).asText();
    return switch (name) {
      case "fit" -> new FitCall(Bind.read(without(said), FitRequest.class, name), python);
      case "result" -> Bind.read(without(said), ResultCall.class, name);
      default -> throw new IllegalArgumentException("there is no call \"" + name + "\"");
    };
  }

  private static JsonObject without(JsonObject said) {
    var rest = JsonObject.builder();
    said.fields().forEach((key, value) -> put(rest, key, value));
    return rest.build();
  }

  private static void put(JsonObject.Builder rest, String key, Json value) {
    if (!key.equals(NAME)) {
      rest.put(key, value);
    }
  }
}
