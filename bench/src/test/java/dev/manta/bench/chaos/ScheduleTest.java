package dev.manta.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  @Test
  void theSameSeedStrikesTheSame() {
    assertThat(Schedule.of(7, 50, 80, true)).isEqualTo(Schedule.of(7, 50, 80, true));
    assertThat(Schedule.of(7, 50, 80, true)).isNotEqualTo(Schedule.of(8, 50, 80, true));
  }

  @Test
  void everyKindStrikesBeforeChanceDecides() {
    List<Fault> kinds = Fault.of(true);
    assertThat(Schedule.of(3, kinds.size(), 80, true).strikes())
        .extracting(Strike::fault)
        .containsExactlyInAnyOrderElementsOf(kinds);
  }

  @Test
  void aFixedNumberOfWorkersIsNeverChanged() {
    assertThat(Schedule.of(7, 200, 80, false).strikes())
        .extracting(Strike::fault)
        .doesNotContain(Fault.RESIZE)
        .hasSize(200);
  }

  @Test
  void everyChangeOfSizeIsOneAndWithinTheRange() {
    int before = DisturbedTraining.WORKERS;
    for (Strike strike : Schedule.of(7, 200, 80, true).strikes()) {
      if (strike.fault() == Fault.RESIZE) {
        assertThat(strike.size()).isNotEqualTo(before).isBetween(2, 4);
        before = strike.size();
      }
    }
  }
}
