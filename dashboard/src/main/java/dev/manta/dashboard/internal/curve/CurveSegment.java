package dev.manta.dashboard.internal.curve;

import dev.manta.spi.json.JsonBytes;

/// The part of a curve that one attempt made.
public record CurveSegment(int attempt, CurvePoints points) {
  /// Appends it as a JSON object. What lies at or behind `undoneFrom` does not count, as a later
  /// attempt began again.
  public void writeTo(JsonBytes out) {
    out.raw('{').key("attempt").number(attempt).raw(',');
    points.undonePlace().ifPresent(place -> writeUndone(place, out));
    points.writeTo(out);
    out.raw('}');
  }

  private static void writeUndone(double place, JsonBytes out) {
    out.key("undoneFrom");
    CurvePoints.write(place, out);
    out.raw(',');
  }
}
