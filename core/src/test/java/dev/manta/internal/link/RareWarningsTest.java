package dev.manta.internal.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RareWarningsTest {
  @Test
  void whoCallsOftenIsLoggedThirtyTimesAMinuteAndCounted() {
    var warnings = new RareWarnings();
    Duration now = Duration.ofHours(1);
    for (int i = 0; i < 30; i++) {
      assertThat(warnings.word("no token", now)).contains("no token");
    }
    for (int i = 0; i < 5; i++) {
      assertThat(warnings.word("no token", now.plusSeconds(59))).isEmpty();
    }
    assertThat(warnings.word("no token", now.plusSeconds(60)))
        .contains("no token (5 others were not logged)");
    assertThat(warnings.word("no token", now.plusSeconds(60))).contains("no token");
  }
}
