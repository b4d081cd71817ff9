package dev.manta.internal.run.state;

import dev.manta.spi.json.Flat;
import dev.manta.train.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What the time of a run was spent on.
///
/// @param ledger the time up to `bookedTo`
public record TimeState(Ledger ledger, Optional<Instant> bookedTo) implements Flat {
  static final TimeState NONE = new TimeState(Ledger.EMPTY, Optional.empty());

  /// How long nothing was booked; negative where the clock was set back.
  public Duration unbooked(Instant now) {
    return bookedTo.map(to -> Duration.between(to, now)).orElse(Duration.ZERO);
  }

  /// The same with the time up to now on this kind. A clock that was set back books nothing.
  public TimeState booked(Ledger.Kind kind, Instant now) {
    Duration time = unbooked(now);
    return new TimeState(
        time.isPositive() ? ledger.plus(kind, time) : ledger,
        time.isNegative() ? bookedTo : Optional.of(now));
  }
}
