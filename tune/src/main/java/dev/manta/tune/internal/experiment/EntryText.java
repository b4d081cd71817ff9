package dev.manta.tune.internal.experiment;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonBytes;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.Metrics;
import dev.manta.tune.Point;
import dev.manta.tune.TrialState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// Entries as lines of JSON: `{"at":12,"begun":{…},"rulings":[…]}`.
public final class EntryText {
  private EntryText() {}

  /// Appends the line of an entry, and its end.
  public static void write(Entry entry, JsonBytes out) {
    out.raw('{').key("at").number(entry.at()).raw(',');
    write(entry.happening(), out);
    if (!entry.rulings().isEmpty()) {
      out.raw(',').key("rulings").raw('[');
      String comma = "";
      for (TrialRuling each : entry.rulings()) {
        write(each, out.ascii(comma));
        comma = ",";
      }
      out.raw(']');
    }
    out.raw('}').raw('\n');
  }

  private static void write(ExperimentEvent happening, JsonBytes out) {
    switch (happening) {
      case ExperimentEvent.Opened _ -> out.key("opened").ascii("{}");
      case ExperimentEvent.Begun(int trial, Point point, String reason) -> {
        trial(out, "begun", trial).raw(',').key("point");
        point.toJson().writeTo(out);
        text(out, "reason", reason).raw('}');
      }
      case ExperimentEvent.Resumed(int trial, int attempt) ->
          attempt(out, "resumed", trial, attempt).raw('}');
      case ExperimentEvent.Reported report -> write(report, out);
      case ExperimentEvent.Stored(int trial, int attempt, Saved saved, long runStep) ->
          step(saved(attempt(out, "stored", trial, attempt), saved), runStep).raw('}');
      case ExperimentEvent.Left(
              int trial,
              int attempt,
              ExperimentEvent.Manner manner,
              String why) -> {
        attempt(out, "left", trial, attempt);
        text(out, "manner", manner.name().toLowerCase(Locale.ROOT));
        (why.isEmpty() ? out : text(out, "why", why)).raw('}');
      }
      case ExperimentEvent.Closed(String reason) -> reason(out, "closed", reason);
      case ExperimentEvent.Enough(String reason) -> reason(out, "enough", reason);
      case ExperimentEvent.StopAsked(String by) -> reason(out, "stop", by);
      case ExperimentEvent.Finished _ -> out.key("finished").ascii("{}");
    }
  }

  private static void write(ExperimentEvent.Reported report, JsonBytes out) {
    attempt(out, "reported", report.trial(), report.attempt()).raw(',').key("metrics");
    report.metrics().writeTo(out);
    report.saved().ifPresent(saved -> saved(out, saved));
    report.runStep().ifPresent(runStep -> step(out, runStep));
    out.raw('}');
  }

  private static JsonBytes step(JsonBytes out, long runStep) {
    return out.raw(',').key("runStep").number(runStep);
  }

  private static JsonBytes saved(JsonBytes out, Saved saved) {
    return text(text(out, "checkpoint", saved.name()), "hash", saved.hash());
  }

  private static void write(TrialRuling ruling, JsonBytes out) {
    out.raw('{');
    switch (ruling) {
      case TrialRuling.Ends ends -> {
        trial(out, "ends", ends.trial());
        text(out, "state", ends.state().name().toLowerCase(Locale.ROOT));
        if (ends.scheduled()) {
          out.raw(',').key("scheduled").ascii("true");
        }
      }
      case TrialRuling.Pauses pauses -> trial(out, "pauses", pauses.trial());
      case TrialRuling.Resumes resumes -> trial(out, "resumes", resumes.trial());
      case TrialRuling.Retries retries -> trial(out, "retries", retries.trial());
      case TrialRuling.Clones clones -> {
        trial(out, "clones", clones.trial()).raw(',').key("source").number(clones.source());
        out.raw(',').key("point");
        clones.point().toJson().writeTo(out);
      }
      case TrialRuling.Resizes resizes ->
          trial(out, "resizes", resizes.trial()).raw(',').key("workers").number(resizes.workers());
    }
    text(out, "reason", ruling.reason()).raw('}').raw('}');
  }

  private static JsonBytes trial(JsonBytes out, String name, int trial) {
    return out.key(name).raw('{').key("trial").number(trial);
  }

  private static JsonBytes attempt(JsonBytes out, String name, int trial, int attempt) {
    return trial(out, name, trial).raw(',').key("attempt").number(attempt);
  }

  private static JsonBytes text(JsonBytes out, String key, String text) {
    return out.raw(',').key(key).string(text);
  }

  private static void reason(JsonBytes out, String name, String reason) {
    out.key(name).raw('{').key("reason").string(reason).raw('}');
  }

  /// The entry of a line.
  public static Entry read(Json line) {
    JsonObject object = line.asObject();
    List<TrialRuling> rulings = new ArrayList<>();
    Json all = object.find("rulings").orElse(new JsonArray(List.of()));
    all.asArray().forEach(each -> rulings.add(ruling(each.asObject())));
    return new Entry(object.get("at").asLong(), happening(object), rulings);
  }

  private static ExperimentEvent happening(JsonObject line) {
    String name =
        line.keys().stream()
            .filter(key -> !key.equals("at") && !key.equals("rulings"))
            .findFirst()
            .orElse("");
    JsonObject of = name.isEmpty() ? line : line.get(name).asObject();
    return switch (name) {
      case "opened" -> new ExperimentEvent.Opened();
      case "begun" ->
          new ExperimentEvent.Begun(trial(of), Point.fromJson(of.get("point")), text(of, "reason"));
      case "resumed" -> new ExperimentEvent.Resumed(trial(of), attempt(of));
      case "reported" ->
          new ExperimentEvent.Reported(
              trial(of),
              attempt(of),
              Metrics.fromJson(of.get("metrics")),
              saved(of),
              of.has("runStep") ? OptionalLong.of(runStep(of)) : OptionalLong.empty());
      case "stored" ->
          new ExperimentEvent.Stored(trial(of), attempt(of), saved(of).orElseThrow(), runStep(of));
      case "left" ->
          new ExperimentEvent.Left(
              trial(of),
              attempt(of),
              ExperimentEvent.Manner.valueOf(text(of, "manner").toUpperCase(Locale.ROOT)),
              of.find("why").map(Json::asText).orElse(""));
      case "closed" -> new ExperimentEvent.Closed(text(of, "reason"));
      case "enough" -> new ExperimentEvent.Enough(text(of, "reason"));
      case "stop" -> new ExperimentEvent.StopAsked(text(of, "reason"));
      case "finished" -> new ExperimentEvent.Finished();
      default -> throw new IllegalArgumentException("no entry is called \"" + name + "\"");
    };
  }

  private static TrialRuling ruling(JsonObject line) {
    String name = line.keys().iterator().next();
    JsonObject of = line.get(name).asObject();
    int trial = trial(of);
    String reason = text(of, "reason");
    return switch (name) {
      case "ends" ->
          new TrialRuling.Ends(
              trial,
              TrialState.valueOf(text(of, "state").toUpperCase(Locale.ROOT)),
              of.has("scheduled"),
              reason);
      case "pauses" -> new TrialRuling.Pauses(trial, reason);
      case "resumes" -> new TrialRuling.Resumes(trial, reason);
      case "retries" -> new TrialRuling.Retries(trial, reason);
      case "clones" ->
          new TrialRuling.Clones(
              trial, of.get("source").asInt(), Point.fromJson(of.get("point")), reason);
      case "resizes" -> new TrialRuling.Resizes(trial, of.get("workers").asInt(), reason);
      default -> throw new IllegalArgumentException("no ruling is called \"" + name + "\"");
    };
  }

  private static Optional<Saved> saved(JsonObject of) {
    return of.find("checkpoint").map(name -> new Saved(name.asText(), text(of, "hash")));
  }

  private static long runStep(JsonObject of) {
    return of.get("runStep").asLong();
  }

  private static int trial(JsonObject of) {
    return of.get("trial").asInt();
  }

  private static int attempt(JsonObject of) {
    return of.get("attempt").asInt();
  }

  private static String text(JsonObject of, String key) {
    return of.get(key).asText();
  }
}
