package dev.manta.internal.run;

import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunState;
import java.time.Instant;

/// An event, and what was decided on it from the state before.
public record Decided(Instant at, Event event, RunState before, Decision decision) {
  /// Whether a record must tell of it before anything is done.
  public boolean needsRecord() {
    return decision.durable() != Decision.Durable.NOTHING;
  }
}
