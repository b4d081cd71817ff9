package dev.manta.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopperTest {
  private static Stopper.Progress at(long step, long seconds, Double... values) {
    return new Stopper.Progress(step, Duration.ofSeconds(seconds), List.of(values));
  }

  @Test
  void reportsAndTimeEnd() {
    assertThat(Stopper.reports(3).reason(at(2, 0))).isEmpty();
    assertThat(Stopper.reports(3).reason(at(3, 0))).contains("made 3 reports");
    assertThat(Stopper.time(Duration.ofSeconds(5)).reason(at(0, 4))).isEmpty();
    assertThat(Stopper.time(Duration.ofSeconds(5)).reason(at(0, 5))).contains("ran for PT5S");
  }

  @Test
  void aThresholdIsReachedByTheNewestValue() {
    assertThat(Stopper.atMost(0.1).reason(at(1, 1, 0.05, 0.2))).isEmpty();
    assertThat(Stopper.atMost(0.1).reason(at(1, 1, 0.2, 0.1))).contains("reached 0.1");
    assertThat(Stopper.atLeast(0.9).reason(at(1, 1, 0.95))).contains("reached 0.9");
    assertThat(Stopper.atLeast(0.9).reason(at(1, 1, Double.NaN))).isEmpty();
  }

  @Test
  void aPlateauNeedsEnoughEqualValues() {
    Stopper stopper = Stopper.plateau(3, 0.01, 4);
    assertThat(stopper.reason(at(1, 1, 1.0, 1.0, 1.0))).isEmpty();
    assertThat(stopper.reason(at(1, 1, 2.0, 1.0, 1.0, 1.001))).isPresent();
    assertThat(stopper.reason(at(1, 1, 2.0, 1.0, 1.0, 1.5))).isEmpty();
    assertThat(stopper.reason(at(1, 1, 2.0, Double.NaN, 1.0, 1.0))).isEmpty();
  }

  @Test
  void stoppersCombine() {
    Stopper reports = Stopper.reports(3);
    Stopper low = Stopper.atMost(0.1);
    assertThat(Stopper.any(reports, low).reason(at(3, 0, 0.5))).contains("made 3 reports");
    assertThat(Stopper.all(reports, low).reason(at(3, 0, 0.5))).isEmpty();
    assertThat(Stopper.all(reports, low).reason(at(3, 0, 0.1)))
        .contains("made 3 reports and reached 0.1");
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> Stopper.reports(0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> Stopper.time(Duration.ZERO)).hasMessageContaining("not PT0S");
    assertThatThrownBy(() -> Stopper.plateau(1, 0.1, 0)).hasMessageContaining("not 1 and 0.1");
    assertThatThrownBy(Stopper::any).hasMessageContaining("at least one stopper");
  }
}
