package dev.manta.internal.journal;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads rows from JSON lines and drops those that a worker sent twice.
final class MetricsRowDecoder {
  /// Hears of a line that makes no sense; the others are read all the same.
  interface Damages {
    void damaged(RuntimeException why);
  }

  private final Map<String, Long> lastSequence = new HashMap<>();
  private final RowTimes times = new RowTimes();

  /// The rows of whole lines.
  List<MetricsRow> decode(byte[] lines, int offset, int end, Damages damages) {
    List<MetricsRow> rows = new ArrayList<>();
    for (int start = offset, next; start < end; start = next) {
      next = lineEnd(lines, start, end);
      try {
        int length = lines[next - 1] == '\n' ? next - start - 1 : next - start;
        add(Json.parse(lines, start, length).asObject(), rows);
      } catch (RuntimeException e) {
        damages.damaged(e);
      }
    }
    return rows;
  }

  /// One row, whether or not it was there before.
  static MetricsRow row(byte[] bytes, int start, int length) {
    JsonObject line = Json.parse(bytes, start, length).asObject();
    Instant at = RowTimes.parsed(line.get("at").asText());
    return row(line, line.get("worker").asText(), line.get("seq").asLong(), at);
  }

  /// Where the line that begins there ends, its line break included, and at the latest.
  static int lineEnd(byte[] lines, int start, int latest) {
    int end = start;
    while (end < latest && lines[end] != '\n') {
      end++;
    }
    return Math.min(end + 1, latest);
  }

  /// A worker's rows come in order, so one that is not above the last was there before.
  private void add(JsonObject line, List<MetricsRow> rows) {
    String worker = line.get("worker").asText();
    long sequence = line.get("seq").asLong();
    Long last = lastSequence.get(worker);
    if (last == null || sequence > last) {
      rows.add(row(line, worker, sequence, times.read(line.get("at").asText())));
      lastSequence.put(worker, sequence);
    }
  }

  private static MetricsRow row(JsonObject line, String worker, long sequence, Instant at) {
    Origin origin =
        new Origin(line.get("attempt").asInt(), line.get("rank").asInt(), worker, sequence);
    return new MetricsRow(
        origin,
        line.get("step").asLong(),
        line.get("epoch").asInt(),
        at,
        line.get("metrics").asObject(),
        line.find("checkpoint").map(Json::asText));
  }
}
