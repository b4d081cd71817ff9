package dev.manta.train;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonBoolean;
import dev.manta.spi.json.JsonNull;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import dev.manta.storage.Location;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A run as a [Tracker] sees it when it is opened.
///
/// @param id the same whenever the run resumes, and that of no other run
/// @param name the run's name
/// @param location where the run's directory lies
/// @param directory a directory on this machine that trackers may write to; for a run on local
///   storage it is that of the run
/// @param created when the run was begun
/// @param opened when this driver opened it
/// @param function the training function, as users write it
/// @param config the function's config as JSON
/// @param tags what [RunConfig#tag] says
/// @param reductions how metrics are reduced over ranks
/// @param history every report of the run, those of earlier drivers too; read when it is asked for
public record TrackedRun(
    String id,
    String name,
    Location location,
    Path directory,
    Instant created,
    Instant opened,
    String function,
    String config,
    Map<String, String> tags,
    Map<String, ReportReduction> reductions,
    History history) {
  public TrackedRun {
    tags = Map.copyOf(tags);
    reductions = Map.copyOf(reductions);
  }

  /// The config laid flat, as trackers show parameters: names joined by `/`, values as text.
  public Map<String, String> parameters() {
    Map<String, String> flat = new LinkedHashMap<>();
    if (!config.isBlank()) {
      flatten("", Json.parse(config), flat);
    }
    return flat;
  }

  private static void flatten(String name, Json value, Map<String, String> into) {
    switch (value) {
      case JsonObject object ->
          object
              .fields()
              .forEach(
                  (key, inner) -> flatten(name.isEmpty() ? key : name + "/" + key, inner, into));
      case JsonString text -> into.put(named(name), text.value());
      case JsonArray _, JsonNumber _, JsonBoolean _, JsonNull _ ->
          into.put(named(name), value.text());
    }
  }

  /// A config that is a single value has no name of its own.
  private static String named(String name) {
    return name.isEmpty() ? "config" : name;
  }

  /// One reduced report for each step of earlier drivers that counts, in order of steps: what a
  /// tracker may have missed when the last driver was killed.
  public List<Report> earlier() {
    return history.reduced(reductions).stream()
        .filter(report -> report.at().isBefore(opened))
        .toList();
  }
}
