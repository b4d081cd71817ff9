package dev.manta.internal.stored;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.train.Metrics;
import dev.manta.train.ReportReduction;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// What was reported last, from the end of the metrics: a run may have millions.
///
/// @param step of the lowest rank's newest report; 0 if nothing was reported
/// @param metrics those of the lowest rank; where the run was told how, those of the newest step
///   that all ranks have reported which report, reduced
record LastReport(long step, Metrics metrics) {
  /// Ranks are not so far apart that a step would be in more.
  private static final int SEGMENTS_MAX = 4;

  private static final int TAIL_BYTES = 1 << 18;

  static LastReport of(Location run, Map<String, ReportReduction> reductions) {
    Optional<JsonObject> newest =
        newest(run.resolve("open-metrics")).or(() -> newest(run.resolve("metrics")));
    long step = newest.flatMap(line -> line.find("step")).map(Json::asLong).orElse(0L);
    Metrics metrics =
        reductions.isEmpty()
            ? newest.map(line -> Metrics.fromJson(line.get("metrics"))).orElse(Metrics.empty())
            : reduced(run, reductions);
    return new LastReport(step, metrics);
  }

  private static Metrics reduced(Location run, Map<String, ReportReduction> reductions) {
    NavigableMap<Long, SortedMap<Integer, Metrics>> steps = steps(lastLines(run));
    int all = steps.values().stream().mapToInt(Map::size).max().orElse(0);
    return steps.descendingMap().values().stream()
        .filter(ranks -> ranks.size() == all)
        .findFirst()
        .map(ranks -> ReportReduction.reduce(ranks.values(), reductions))
        .orElse(Metrics.empty());
  }

  /// By step and rank, of the newest attempt.
  private static NavigableMap<Long, SortedMap<Integer, Metrics>> steps(List<JsonObject> lines) {
    NavigableMap<Long, SortedMap<Integer, Metrics>> steps = new TreeMap<>();
    int newest = lines.stream().mapToInt(line -> line.get("attempt").asInt()).max().orElse(0);
    for (JsonObject line : lines) {
      if (line.get("attempt").asInt() == newest) {
        steps
            .computeIfAbsent(line.get("step").asLong(), _ -> new TreeMap<>())
            .put(rank(line), Metrics.fromJson(line.get("metrics")));
      }
    }
    return steps;
  }

  private static List<JsonObject> lastLines(Location run) {
    Storage storage = Storages.at(run);
    List<JsonObject> all = new ArrayList<>();
    for (String kind : List.of("open-metrics", "metrics")) {
      List<String> names = storage.children(run.resolve(kind));
      names.stream()
          .skip(Math.max(0, names.size() - SEGMENTS_MAX))
          .forEach(name -> all.addAll(lines(storage, run.resolve(kind).resolve(name))));
    }
    return all;
  }

  private static Optional<JsonObject> newest(Location segments) {
    Storage storage = Storages.at(segments);
    return storage.children(segments).reversed().stream()
        .map(name -> lowestRank(lines(storage, segments.resolve(name))))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// Of a long segment the last ones. None where the run has just sealed the segment, and deleted
  /// it here.
  private static List<JsonObject> lines(Storage storage, Location segment) {
    OptionalLong size = storage.size(segment);
    if (size.orElse(0) > TAIL_BYTES) {
      byte[] tail = new byte[TAIL_BYTES];
      storage.read(segment, size.getAsLong() - TAIL_BYTES, MemorySegment.ofArray(tail));
      List<JsonObject> last = lines(tail);
      if (!last.isEmpty()) {
        return last;
      }
    }
    return lines(storage.find(segment).orElse(new byte[0]));
  }

  /// Of a line that was cut nothing can be read.
  private static List<JsonObject> lines(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8)
        .lines()
        .map(LastReport::parse)
        .flatMap(Optional::stream)
        .toList();
  }

  /// A line that is being written is not there yet, nor is a damaged one.
  private static Optional<JsonObject> parse(String line) {
    try {
      JsonObject report = Json.parse(line).asObject();
      return rank(report) < 0 ? Optional.empty() : Optional.of(report);
    } catch (JsonException torn) {
      return Optional.empty();
    }
  }

  private static Optional<JsonObject> lowestRank(List<JsonObject> lines) {
    return lines.stream().reduce((kept, next) -> rank(next) <= rank(kept) ? next : kept);
  }

  private static int rank(JsonObject line) {
    return line.get("rank").asInt();
  }
}
