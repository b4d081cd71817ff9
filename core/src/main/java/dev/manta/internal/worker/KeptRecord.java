package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.json.Json;
import dev.manta.internal.json.JsonObject;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.ReportedCheckpoint.Validation;

/// What a worker reads of the controller's record of a committed checkpoint, which travels as JSON.
record KeptRecord(String name, String hash, long step, Metrics metrics, Validation validation) {
  static KeptRecord parse(String text) {
    JsonObject json = Json.parse(text).asObject();
    return new KeptRecord(
        json.get("name").asText(),
        json.get("manifestHash").asText(),
        json.get("step").asLong(),
        Metrics.fromJson(json.get("metrics")),
        Validation.valueOf(json.get("validation").asText()));
  }

  ReportedCheckpoint reported(Checkpoint checkpoint) {
    return new ReportedCheckpoint(checkpoint, name, step, metrics, validation);
  }
}
