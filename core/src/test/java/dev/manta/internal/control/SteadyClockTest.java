package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  /// A clock that somebody sets, and the time that passes whatever it says.
  private static final class Machine extends Clock {
    private Instant said = Instant.parse("2026-01-01T00:00:00Z");
    private long nanos;

    void passes(Duration time) {
      nanos += time.toNanos();
      said = said.plus(time);
    }

    void isSet(Duration by) {
      said = said.plus(by);
    }

    @Override
    public Instant instant() {
      return said;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  private final Machine machine = new Machine();
  private final SteadyClock clock = new SteadyClock(machine, () -> machine.nanos);

  @Test
  void timePassesOnWhenTheClockIsSetBack() {
    Instant before = clock.instant();
    machine.isSet(Duration.ofHours(-1));
    machine.passes(Duration.ofSeconds(2));
    assertThat(clock.instant()).isEqualTo(before.plusSeconds(2));
    machine.passes(Duration.ofSeconds(3));
    assertThat(clock.instant()).isEqualTo(before.plusSeconds(5));
  }

  @Test
  void itFollowsWhenTheClockIsSetForward() {
    machine.isSet(Duration.ofHours(8));
    assertThat(clock.instant()).isEqualTo(machine.said);
  }
}
