package dev.manta.internal.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignalsTest {
  private static final String NAME = "USR2";

  private final List<String> heard = new ArrayList<>();

  @Test
  void whoTookASignalLastHearsItAndThenWhoHadItBefore() {
    try (var _ = Signals.take(NAME, () -> heard.add("first"))) {
      try (var _ = Signals.take(NAME, () -> heard.add("second"))) {
        assertThat(Signals.raise(NAME)).isTrue();
      }
      assertThat(Signals.raise(NAME)).isTrue();
    }
    assertThat(Signals.raise(NAME)).isFalse();
    assertThat(heard).containsExactly("second", "first");
  }

  @Test
  void aSignalThatNoProcessCanTakeIsHeardWhenItIsRaised() {
    try (var _ = Signals.take("KILL", () -> heard.add("killed"))) {
      assertThat(Signals.raise("KILL")).isTrue();
    }
    assertThat(heard).containsExactly("killed");
  }
}
