package dev.manta.dashboard.internal.curve;

import dev.manta.spi.json.JsonBytes;

/// The part of a curve that one attempt made.
public record CurveSegment(int attempt, CurvePoints points) {
  /// Appends it as a JSON object. What lies at or behind `undoneFrom` does not count, as a later
  /// attempt began again.
  public void writeTo(JsonBytes out) {
    out.raw('{').key("attempt").number(attempt).raw(',');
    points.undonePlace().ifPresent(place -> out.key("undoneFrom").number(place).raw(','));
    points.writeTo(out);
    out.raw('}');
  }
}
