package dev.manta.tune.internal.runs;

import dev.manta.Trainer;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.script.ScriptLoop;
import dev.manta.tune.Point;
import dev.manta.tune.Space;
import dev.manta.tune.internal.space.Nested;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A trainer at a point: a record's components, a script function's `dict`, or a script's arguments
/// have its values.
public interface PointConfig {
  /// The trainer with the values of a point.
  Trainer at(Point point, Trainer trainer);

  /// For a function of this program.
  static PointConfig of(Class<? extends Record> config) {
    return (point, trainer) -> trainer.config(Space.of().config(point, config));
  }

  /// For a script: what the trainer itself gives stays where the point says nothing else.
  static PointConfig of(ScriptLoop script) {
    return (point, trainer) ->
        trainer.config(
            script.function().isEmpty()
                ? arguments(script.config(), point)
                : merged(script.config(), point));
  }

  /// With an equals sign, as a value may begin with a minus.
  private static Json arguments(Json config, Point point) {
    JsonObject object = config.asObject();
    List<Json> all =
        new ArrayList<>(
            object.fields().get("arguments") instanceof JsonArray given
                ? given.items()
                : List.of());
    point.values().forEach((name, value) -> all.add(Json.of("--" + name + "=" + value)));
    return object.with("arguments", new JsonArray(all));
  }

  private static Json merged(Json config, Point point) {
    return config instanceof JsonObject object
        ? merged(object, Nested.json(point))
        : Nested.json(point);
  }

  private static JsonObject merged(JsonObject below, JsonObject above) {
    Map<String, Json> fields = new LinkedHashMap<>(below.fields());
    above
        .fields()
        .forEach(
            (name, value) ->
                fields.merge(
                    name,
                    value,
                    (old, now) ->
                        old instanceof JsonObject a && now instanceof JsonObject b
                            ? merged(a, b)
                            : now));
    return new JsonObject(fields);
  }
}
