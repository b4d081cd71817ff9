package dev.manta.internal.journal;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBytes;
import java.time.Instant;

/// Writes rows as JSON lines, for one thread.
///
/// ```
/// {"attempt":1,"rank":0,"step":5,"epoch":1,"worker":"w3","seq":17,"at":"…","metrics":{…},"checkpoint":"…"}
/// ```
public final class MetricsRowEncoder {
  private final JsonBytes out = new JsonBytes(512);
  private long lastMillis = Long.MIN_VALUE;
  private String lastTime = "";

  /// Where in training a row was reported, and when.
  public record Stamp(long step, int epoch, long atMillis) {}

  /// Encodes a row; the result is valid until the next call.
  ///
  /// @param metrics a JSON object as UTF-8
  /// @param checkpoint the name of the checkpoint that came with it, or empty
  public JsonBytes encode(Origin origin, Stamp stamp, byte[] metrics, String checkpoint) {
    out.clear();
    out.ascii("{\"attempt\":").number(origin.attempt());
    out.ascii(",\"rank\":").number(origin.rank());
    out.ascii(",\"step\":").number(stamp.step());
    out.ascii(",\"epoch\":").number(stamp.epoch());
    out.ascii(",\"worker\":").string(origin.worker());
    out.ascii(",\"seq\":").number(origin.sequence());
    out.ascii(",\"at\":\"").ascii(time(stamp.atMillis())).raw('"');
    byte[] line = onOneLine(metrics);
    out.ascii(",\"metrics\":").raw(line, 0, line.length);
    if (!checkpoint.isEmpty()) {
      out.ascii(",\"checkpoint\":").string(checkpoint);
    }
    return out.raw('}');
  }

  /// Our own workers write no line breaks; those of others may.
  private static byte[] onOneLine(byte[] metrics) {
    for (byte b : metrics) {
      if (b == '\n' || b == '\r') {
        return Json.parse(metrics).bytes();
      }
    }
    return metrics;
  }

  /// Many rows share a millisecond, and formatting it is the dearest part of a row.
  private String time(long millis) {
    if (millis != lastMillis) {
      lastMillis = millis;
      lastTime = Instant.ofEpochMilli(millis).toString();
    }
    return lastTime;
  }
}
