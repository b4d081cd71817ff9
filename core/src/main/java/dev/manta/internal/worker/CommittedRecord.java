package dev.manta.internal.worker;

import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint;
import dev.manta.train.ReportedCheckpoint.Validation;

/// What a worker reads of the controller's record of a committed checkpoint, which travels as JSON.
///
/// @param metrics those that its manifest does not tell
record CommittedRecord(
    String name,
    String manifestHash,
    long step,
    Metrics metrics,
    Validation validation,
    String damage) {
  static CommittedRecord of(Json json) {
    JsonObject record = json.asObject();
    return new CommittedRecord(
        record.get("name").asText(),
        record.get("manifestHash").asText(),
        record.get("step").asLong(),
        record.find("metrics").map(Metrics::fromJson).orElse(Metrics.empty()),
        Validation.valueOf(record.get("validation").asText()),
        record.find("damage").map(Json::asText).orElse(""));
  }

  boolean isDamaged() {
    return !damage.isEmpty();
  }

  ReportedCheckpoint reported(CheckpointStore.Found found) {
    Metrics reported = found.metrics().map(Metrics::fromJson).orElse(Metrics.empty());
    return new ReportedCheckpoint(
        found.checkpoint(), name, step, reported.with(metrics), validation);
  }
}
