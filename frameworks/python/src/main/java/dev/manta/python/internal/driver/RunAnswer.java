package dev.manta.python.internal.driver;

import dev.manta.Result;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.train.ReportedCheckpoint;

/// What a driver is told of a run that has ended.
final class RunAnswer {
  private RunAnswer() {}

  static JsonObject of(Result result) {
    JsonObject told =
        JsonObject.EMPTY
            .with("name", Json.of(result.run()))
            .with("path", Json.of(plain(Location.parse(result.path()))))
            .with("status", Json.of(result.status().name()))
            .with("metrics", result.metrics().toJson())
            .with(
                "checkpoints",
                new JsonArray(result.checkpoints().stream().map(RunAnswer::of).toList()));
    return result.returnValue(Json.class).map(value -> told.with("value", value)).orElse(told);
  }

  private static Json of(ReportedCheckpoint checkpoint) {
    return JsonObject.EMPTY
        .with("name", Json.of(checkpoint.name()))
        .with("path", Json.of(plain(checkpoint.checkpoint().location())))
        .with("metrics", checkpoint.metrics().toJson());
  }

  /// A path where it is one of this machine, as Python's own functions take it.
  private static String plain(Location location) {
    return location.isLocal() ? location.localPath().toString() : location.toString();
  }
}
