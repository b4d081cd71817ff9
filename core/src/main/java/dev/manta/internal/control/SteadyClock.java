package dev.manta.internal.control;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.function.LongSupplier;

/// The machine's clock, except that it never goes back: where that is set back, time passes on from
/// where it was. So what is due in a second is due in a second.
public final class SteadyClock extends Clock {
  private final Clock wall;
  private final LongSupplier nanos;
  private Instant base;
  private long from;

  /// @param nanos time that passes, whatever the clock is set to
  public SteadyClock(Clock wall, LongSupplier nanos) {
    this.wall = wall;
    this.nanos = nanos;
    this.base = wall.instant();
    this.from = nanos.getAsLong();
  }

  static SteadyClock real() {
    return new SteadyClock(Clock.systemUTC(), System::nanoTime);
  }

  @Override
  public synchronized Instant instant() {
    long now = nanos.getAsLong();
    Instant passed = base.plusNanos(now - from);
    Instant said = wall.instant();
    base = said.isBefore(passed) ? passed : said;
    from = now;
    return base;
  }

  @Override
  public ZoneId getZone() {
    return wall.getZone();
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return new SteadyClock(wall.withZone(zone), nanos);
  }
}
