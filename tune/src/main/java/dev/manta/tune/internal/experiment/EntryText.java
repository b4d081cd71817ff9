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
      for (Ruling each : entry.rulings()) {
        write(each, out.ascii(comma));
        comma = ",";
      }
      out.raw(']');
    }
    out.raw('}').raw('\n');
  }

  private static void write(Happening happening, JsonBytes out) {
    switch (happening) {
      case Happening.Opened _ -> out.key("opened").ascii("{}");
      case Happening.Begun(int trial, Point point, String reason) -> {
        trial(out, "begun", trial).raw(',').key("point");
        point.toJson().writeTo(out);
        text(out, "reason", reason).raw('}');
      }
      case Happening.Resumed(int trial, int attempt) ->
          attempt(out, "resumed", trial, attempt).raw('}');
      case Happening.Reported report -> write(report, out);
      case Happening.Stored(int trial, int attempt, Saved saved, long runStep) ->
          step(saved(attempt(out, "stored", trial, attempt), saved), runStep).raw('}');
      case Happening.Left(int trial, int attempt, Happening.Manner manner, String why) -> {
        attempt(out, "left", trial, attempt);
        text(out, "manner", manner.name().toLowerCase(Locale.ROOT));
        (why.isEmpty() ? out : text(out, "why", why)).raw('}');
      }
      case Happening.Closed(String reason) -> reason(out, "closed", reason);
      case Happening.Enough(String reason) -> reason(out, "enough", reason);
      case Happening.StopAsked(String by) -> reason(out, "stop", by);
      case Happening.Finished _ -> out.key("finished").ascii("{}");
    }
  }

  private static void write(Happening.Reported report, JsonBytes out) {
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

  private static void write(Ruling ruling, JsonBytes out) {
    out.raw('{');
    switch (ruling) {
      case Ruling.Ends ends -> {
        trial(out, "ends", ends.trial());
        text(out, "state", ends.state().name().toLowerCase(Locale.ROOT));
        if (ends.scheduled()) {
          out.raw(',').key("scheduled").ascii("true");
        }
      }
      case Ruling.Pauses pauses -> trial(out, "pauses", pauses.trial());
      case Ruling.Resumes resumes -> trial(out, "resumes", resumes.trial());
      case Ruling.Retries retries -> trial(out, "retries", retries.trial());
      case Ruling.Clones clones -> {
        trial(out, "clones", clones.trial()).raw(',').key("source").number(clones.source());
        out.raw(',').key("point");
        clones.point().toJson().writeTo(out);
      }
      case Ruling.Resizes resizes ->
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
    List<Ruling> rulings = new ArrayList<>();
    Json all = object.find("rulings").orElse(new JsonArray(List.of()));
    all.asArray().forEach(each -> rulings.add(ruling(each.asObject())));
    return new Entry(object.get("at").asLong(), happening(object), rulings);
  }

  private static Happening happening(JsonObject line) {
    String name =
        line.keys().stream()
            .filter(key -> !key.equals("at") && !key.equals("rulings"))
            .findFirst()
            .orElse("");
    JsonObject of = name.isEmpty() ? line : line.get(name).asObject();
    return switch (name) {
      case "opened" -> new Happening.Opened();
      case "begun" ->
          new Happening.Begun(trial(of), Point.fromJson(of.get("point")), text(of, "reason"));
      case "resumed" -> new Happening.Resumed(trial(of), attempt(of));
      case "reported" ->
          new Happening.Reported(
              trial(of),
              attempt(of),
              Metrics.fromJson(of.get("metrics")),
              saved(of),
              of.has("runStep") ? OptionalLong.of(runStep(of)) : OptionalLong.empty());
      case "stored" ->
          new Happening.Stored(trial(of), attempt(of), saved(of).orElseThrow(), runStep(of));
      case "left" ->
          new Happening.Left(
              trial(of),
              attempt(of),
              Happening.Manner.valueOf(text(of, "manner").toUpperCase(Locale.ROOT)),
              of.find("why").map(Json::asText).orElse(""));
      case "closed" -> new Happening.Closed(text(of, "reason"));
      case "enough" -> new Happening.Enough(text(of, "reason"));
      case "stop" -> new Happening.StopAsked(text(of, "reason"));
      case "finished" -> new Happening.Finished();
      default -> throw new IllegalArgumentException("no entry is called \"" + name + "\"");
    };
  }

  private static Ruling ruling(JsonObject line) {
    String name = line.keys().iterator().next();
    JsonObject of = line.get(name).asObject();
    int trial = trial(of);
    String reason = text(of, "reason");
    return switch (name) {
      case "ends" ->
          new Ruling.Ends(
              trial,
              TrialState.valueOf(text(of, "state").toUpperCase(Locale.ROOT)),
              of.has("scheduled"),
              reason);
      case "pauses" -> new Ruling.Pauses(trial, reason);
      case "resumes" -> new Ruling.Resumes(trial, reason);
      case "retries" -> new Ruling.Retries(trial, reason);
      case "clones" ->
          new Ruling.Clones(
              trial, of.get("source").asInt(), Point.fromJson(of.get("point")), reason);
      case "resizes" -> new Ruling.Resizes(trial, of.get("workers").asInt(), reason);
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
