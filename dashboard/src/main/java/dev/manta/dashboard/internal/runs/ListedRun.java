package dev.manta.dashboard.internal.runs;

import dev.manta.internal.stored.FoundRun;
import dev.manta.internal.stored.RunLine;
import dev.manta.internal.stored.StoredRun;
import dev.manta.internal.stored.UnreadableRun;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonNumber;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/// A run in the list of runs.
///
/// @param id the name of its directory, by which it is asked for
/// @param config the values of its config, nested names joined by `/`
/// @param tags those that its program gave it, as `team=vision`, and those that people wrote
public record ListedRun(
    String id,
    RunLine run,
    Optional<Instant> created,
    String function,
    Map<String, Json> config,
    List<String> tags,
    String note) {
  public ListedRun {
    config = Collections.unmodifiableMap(new LinkedHashMap<>(config));
    tags = List.copyOf(tags);
  }

  static ListedRun of(FoundRun run) {
    RunNotes notes = RunNotes.of(run.location());
    return switch (run) {
      case StoredRun stored ->
          new ListedRun(
              stored.location().name(),
              RunLine.of(stored),
              Optional.of(stored.file().created()),
              stored.file().loop().name(),
              flat(stored.file().loop().config()),
              tags(stored, notes),
              notes.note());
      case UnreadableRun unreadable ->
          new ListedRun(
              unreadable.location().name(),
              RunLine.of(unreadable),
              Optional.empty(),
              "",
              Map.of(),
              notes.tags(),
              notes.note());
    };
  }

  /// Those that its program gave it, as `team=vision`, and those that people wrote.
  private static List<String> tags(StoredRun run, RunNotes notes) {
    List<String> tags = new ArrayList<>();
    run.file()
        .options()
        .flatMap(options -> options.asObject().find("tags"))
        .ifPresent(
            told ->
                flatten("", told.asObject(), (name, value) -> tags.add(name + "=" + plain(value))));
    tags.addAll(notes.tags());
    return tags.stream().distinct().toList();
  }

  /// The values of a config; what is not an object has none.
  static Map<String, Json> flat(String config) {
    Map<String, Json> values = new LinkedHashMap<>();
    try {
      if (!config.isEmpty() && Json.parse(config) instanceof JsonObject object) {
        flatten("", object, values::put);
      }
    } catch (JsonException noJson) {
      return Map.of();
    }
    return values;
  }

  private static void flatten(String prefix, JsonObject object, BiConsumer<String, Json> into) {
    object
        .fields()
        .forEach(
            (name, value) -> {
              if (value instanceof JsonObject nested) {
                flatten(prefix + name + "/", nested, into);
              } else {
                into.accept(prefix + name, value);
              }
            });
  }

  /// Whether it says so anywhere.
  boolean mentions(String text) {
    String wanted = text.toLowerCase(Locale.ROOT);
    return contains(run.name(), wanted)
        || contains(run.status(), wanted)
        || contains(function, wanted)
        || contains(note, wanted)
        || tags.stream().anyMatch(tag -> contains(tag, wanted))
        || config.entrySet().stream()
            .anyMatch(each -> contains(each.getKey() + "=" + plain(each.getValue()), wanted));
  }

  private static boolean contains(String text, String lowerCase) {
    return text.toLowerCase(Locale.ROOT).contains(lowerCase);
  }

  /// A value by its name: a column of the list, `metrics/loss` or `config/lr`; a number where it is
  /// one, else a text, and empty where the run has none.
  Optional<Comparable<?>> value(String name) {
    return switch (name) {
      case "name" -> Optional.of(run.name());
      case "status" -> Optional.of(run.status());
      case "function" -> Optional.of(function);
      case "attempts" -> Optional.of((double) run.attempts());
      case "step" -> Optional.of((double) run.step());
      case "changed" -> run.changed().map(at -> (double) at.toEpochMilli());
      case "created" -> created.map(at -> (double) at.toEpochMilli());
      default -> nested(name);
    };
  }

  private Optional<Comparable<?>> nested(String name) {
    if (name.startsWith("metrics/")) {
      var number = run.metrics().findNumber(name.substring("metrics/".length()));
      return number.isPresent() ? Optional.of(number.getAsDouble()) : Optional.empty();
    }
    if (name.startsWith("config/")) {
      Json value = config.get(name.substring("config/".length()));
      return value == null ? Optional.empty() : Optional.of(comparable(value));
    }
    throw new IllegalArgumentException(
        "runs have no \"%s\"; they have name, status, function, attempts, step, changed, created, metrics/… and config/…"
            .formatted(name));
  }

  private static Comparable<?> comparable(Json value) {
    return value instanceof JsonNumber number
        ? (Comparable<?>) number.value().doubleValue()
        : plain(value);
  }

  private static String plain(Json value) {
    return value instanceof JsonString text ? text.value() : value.text();
  }
}
