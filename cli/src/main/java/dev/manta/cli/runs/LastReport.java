package dev.manta.cli.runs;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import dev.manta.train.Metrics;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The newest report of the lowest rank, from the end of the metrics: a run may have millions.
final class LastReport {
  private LastReport() {}

  /// Its metrics; empty if nothing was reported.
  static Metrics of(Location run) {
    return newest(run.resolve("open-metrics"))
        .or(() -> newest(run.resolve("metrics")))
        .map(line -> Metrics.fromJson(line.get("metrics")))
        .orElse(Metrics.empty());
  }

  private static Optional<JsonObject> newest(Location segments) {
    Storage storage = Storages.at(segments);
    return storage.children(segments).reversed().stream()
        .map(name -> lowestRank(lines(storage.read(segments.resolve(name)))))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static List<JsonObject> lines(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8)
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
