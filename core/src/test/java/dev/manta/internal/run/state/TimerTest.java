package dev.manta.internal.run.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.spi.json.Json;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimerTest {
  static Stream<Timer> timers() {
    Stream<Timer> ofOne = Stream.of(new Timer.Part(3), new Timer.Gone("w1"));
    return Stream.concat(Stream.of(Timer.OfRun.values()), ofOne);
  }

  @ParameterizedTest
  @MethodSource("timers")
  void whatIsWrittenIsReadAgain(Timer timer) {
    assertThat(Timer.fromJson(timer.toJson())).isEqualTo(timer);
  }

  @Test
  void theLogHasShortNames() {
    assertThat(timers().skip(12).map(Timer::written))
        .containsExactly("storing", "sweep", "return", "part:3", "gone:w1");
  }

  @Test
  void aNameThatNoTimerHasIsRefused() {
    assertThatThrownBy(() -> Timer.fromJson(Json.of("dinner")))
        .hasMessage("no timer is called dinner");
  }
}
