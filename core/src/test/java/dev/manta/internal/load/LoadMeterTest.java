package dev.manta.internal.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.machine.ProcessUse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadMeterTest {
  private static final long SECOND = 1_000_000_000L;

  /// A process that uses two cores, makes ten steps a second and waits half of the time.
  private static LoadMeter.Reading at(double seconds) {
    var data =
        new DataLoad(
            "train",
            (long) (100 * seconds),
            0,
            seconds / 4,
            Optional.of(0.0),
            Optional.empty(),
            Map.of("Read", seconds));
    return new LoadMeter.Reading(
        (long) (seconds * SECOND),
        (long) (seconds * 1000),
        new ProcessUse(Duration.ofMillis((long) (2000 * seconds)), 77),
        (long) (10 * seconds),
        (long) (seconds / 2 * SECOND),
        List.of(data));
  }

  @Test
  void theFirstFiguresComeAfterASecondAndThenOnesOfFive() {
    var meter = new LoadMeter();
    assertThat(meter.at(at(10))).isEmpty();
    assertThat(meter.at(at(10.5))).isEmpty();
    assertThat(meter.at(at(11))).isPresent();
    assertThat(meter.at(at(15))).isEmpty();
    assertThat(meter.at(at(16)).map(LoadSample::point))
        .hasValue(new LoadPoint(16_000, 5, 10, 77, 50, 1.25, Optional.of(2.5), 500));
  }

  @Test
  void whatEachDatasetDidIsOfTheSameSeconds() {
    var meter = new LoadMeter();
    meter.at(at(1));
    assertThat(meter.at(at(3)).orElseThrow().data())
        .containsExactly(
            new DataLoad(
                "train", 200, 0, 0.5, Optional.of(0.0), Optional.empty(), Map.of("Read", 2.0)));
  }

  @Test
  void theLastFiguresAreThoseSinceTheOnesBefore() {
    var meter = new LoadMeter();
    assertThat(meter.last(at(1))).isEmpty();
    assertThat(meter.last(at(1.5))).isEmpty();
    assertThat(meter.last(at(3)).orElseThrow().point().seconds()).isEqualTo(2);
  }

  @Test
  void aProcessKnowsWhatItUses() {
    ProcessUse use = ProcessUse.now();
    assertThat(use.cpu()).isPositive();
    assertThat(use.memoryBytes()).isGreaterThan(1 << 20);
  }
}
