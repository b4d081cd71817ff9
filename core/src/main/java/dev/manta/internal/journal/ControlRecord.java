package dev.manta.internal.journal;

import dev.manta.spi.json.Json;
import java.time.Instant;

/// One entry of the control log: what happened, why, and all that is needed to continue.
///
/// @param number its place in the log, from 1
/// @param term which controller's time it is from
/// @param writer the controller itself: tells two of the same term apart
/// @param kind what kind of entry it is
/// @param body the rest; what it means is the rules' business
public record ControlRecord(
    long number, int term, String writer, Instant at, String kind, String reason, Json body) {
  public ControlRecord {
    if (number < 1) {
      throw new IllegalArgumentException("control records are numbered from 1, not " + number);
    }
  }
}
