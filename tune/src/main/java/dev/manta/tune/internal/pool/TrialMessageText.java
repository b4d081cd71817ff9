package dev.manta.tune.internal.pool;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBytes;
import dev.manta.spi.json.JsonObject;
import dev.manta.tune.internal.experiment.Entry;
import dev.manta.tune.internal.experiment.EntryText;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.trial.TrialOrder;
import java.util.List;

/// Messages of trials as JSON; what happened is written as in the journal.
final class TrialMessageText {
  private TrialMessageText() {}

  static Json json(TrialMessage message) {
    JsonObject.Builder out = JsonObject.builder();
    switch (message) {
      case TrialMessage.Setup setup ->
          out.put("say", "setup")
              .put("className", setup.className())
              .put("method", setup.method())
              .put("objective", setup.objective())
              .put("config", setup.config())
              .put("metric", setup.metric())
              .put("experiment", setup.experiment());
      case TrialMessage.Begin(TrialOrder order) -> begin(out.put("say", "begin"), order);
      case TrialMessage.Continue(int trial, int attempt) ->
          out.put("say", "continue").put("trial", trial).put("attempt", attempt);
      case TrialMessage.Halt(int trial, int attempt, String reason) ->
          out.put("say", "halt").put("trial", trial).put("attempt", attempt).put("reason", reason);
      case TrialMessage.Happened(ExperimentEvent happening) ->
          out.put("say", "happened").put("entry", entry(happening));
    }
    return out.build();
  }

  private static void begin(JsonObject.Builder out, TrialOrder order) {
    out.put("trial", order.trial())
        .put("attempt", order.attempt())
        .put("point", order.point().toJson())
        .put("seed", order.seed())
        .put("step", order.step());
    order.from().ifPresent(saved -> out.put("from", saved.name()).put("hash", saved.hash()));
  }

  private static Json entry(ExperimentEvent happening) {
    var out = new JsonBytes();
    EntryText.write(new Entry(0, happening, List.of()), out);
    return Json.parse(out.array(), 0, out.length() - 1);
  }

  static TrialMessage read(JsonObject of) {
    return switch (of.get("say").asText()) {
      case "setup" ->
          new TrialMessage.Setup(
              of.get("className").asText(),
              of.get("method").asText(),
              of.get("objective").asBoolean(),
              of.get("config").asText(),
              of.get("metric").asText(),
              of.get("experiment").asText());
      case "begin" -> new TrialMessage.Begin(TrialMessage.order(of));
      case "continue" ->
          new TrialMessage.Continue(of.get("trial").asInt(), of.get("attempt").asInt());
      case "halt" ->
          new TrialMessage.Halt(
              of.get("trial").asInt(), of.get("attempt").asInt(), of.get("reason").asText());
      case "happened" -> new TrialMessage.Happened(EntryText.read(of.get("entry")).happening());
      default -> throw new IllegalArgumentException("no message says " + of.get("say").describe());
    };
  }
}
