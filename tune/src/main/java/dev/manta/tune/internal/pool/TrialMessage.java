package dev.manta.tune.internal.pool;

import dev.manta.internal.wire.Frame;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.tune.Point;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Saved;
import dev.manta.tune.internal.trial.TrialOrder;
import java.nio.ByteBuffer;
import java.util.Optional;

/// What a driver and the worker processes of its trials say to each other: frames as those of runs,
/// with JSON in them.
sealed interface TrialMessage {
  /// Numbers that no message of a run has.
  int KIND = 200;

  /// The bytes before the JSON: length, version, number, attempt, sequence.
  int HEADER = 4 + 1 + 1 + 4 + 8;

  /// The function that all trials of this worker run.
  ///
  /// @param method a static method, or empty for a class that implements the function
  /// @param objective whether its value is that of the goal
  /// @param config the class of its config
  /// @param metric what that value is called
  /// @param experiment where the experiment's directory lies
  record Setup(
      String className,
      String method,
      boolean objective,
      String config,
      String metric,
      String experiment)
      implements TrialMessage {}

  /// An attempt begins.
  record Begin(TrialOrder order) implements TrialMessage {}

  /// An attempt that has reported continues.
  record Continue(int trial, int attempt) implements TrialMessage {}

  /// An attempt is to leave.
  record Halt(int trial, int attempt, String reason) implements TrialMessage {}

  /// An attempt has reported, or left.
  record Happened(ExperimentEvent happening) implements TrialMessage {}

  /// The message as a frame.
  default byte[] frame() {
    byte[] text = TrialMessageText.json(this).bytes();
    int length = HEADER + text.length;
    if (length > Frame.BYTES_MAX) {
      throw new IllegalArgumentException(
          "a report of " + text.length + " bytes is larger than the 16 MB that one may have");
    }
    return ByteBuffer.allocate(length)
        .putInt(length - 4)
        .put((byte) Frame.VERSION)
        .put((byte) KIND)
        .putInt(0)
        .putLong(0)
        .put(text)
        .array();
  }

  /// The message of a frame; empty for one of another kind, such as the answer to a hello.
  static Optional<TrialMessage> read(byte[] frame) {
    if (Frame.kind(frame) != KIND) {
      return Optional.empty();
    }
    Json json = Json.parse(frame, HEADER, frame.length - HEADER);
    return Optional.of(TrialMessageText.read(json.asObject()));
  }

  /// The order of a JSON object.
  static TrialOrder order(JsonObject of) {
    return new TrialOrder(
        of.get("trial").asInt(),
        of.get("attempt").asInt(),
        Point.fromJson(of.get("point")),
        of.get("seed").asLong(),
        of.find("from").map(name -> new Saved(name.asText(), of.get("hash").asText())),
        of.get("step").asLong());
  }
}
