package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepSilenceTest {
  private static final long SECOND = 1_000_000_000L;

  private final StepSilence silence = new StepSilence(0);

  /// A step a second, as a ping sees them.
  private void steps(int count) {
    for (int i = 1; i <= count; i++) {
      silence.at(i, i * SECOND);
    }
  }

  @Test
  void aRankThatMadeAStepASecondIsTooLongWithoutOneAfterAMinute() {
    steps(5);
    assertThat(silence.at(5, 65 * SECOND)).isEmpty();
    assertThat(silence.at(5, 66 * SECOND)).contains(Duration.ofSeconds(61));
  }

  @Test
  void itIsToldOnceAndThatStepsAreMadeAgainToo() {
    steps(5);
    silence.at(5, 66 * SECOND);
    assertThat(silence.at(5, 67 * SECOND)).isEmpty();
    assertThat(silence.at(6, 68 * SECOND)).contains(Duration.ZERO);
    assertThat(silence.at(7, 69 * SECOND)).isEmpty();
  }

  @Test
  void aRankWhoseStepsTakeLongHasTenTimesAsLong() {
    silence.at(1, 60 * SECOND);
    silence.at(2, 120 * SECOND);
    silence.at(3, 180 * SECOND);
    assertThat(silence.at(3, 780 * SECOND)).isEmpty();
    assertThat(silence.at(3, 781 * SECOND)).contains(Duration.ofSeconds(601));
  }

  @Test
  void theFirstStepHasTenMinutes() {
    assertThat(silence.at(0, 600 * SECOND)).isEmpty();
    assertThat(silence.at(0, 601 * SECOND)).contains(Duration.ofSeconds(601));
  }
}
