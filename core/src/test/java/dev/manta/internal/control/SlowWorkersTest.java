package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlowWorkersTest {
  private static final Duration TICK = Duration.ofMillis(500);
  private static final List<String> LIVING = List.of("a", "b");

  private final Set<String> busy = new HashSet<>();
  private final SlowWorkers slow = new SlowWorkers(TICK, busy::contains);
  private Instant now = Instant.EPOCH;

  private Set<String> tick(Duration after, String... heard) {
    now = now.plus(after);
    return slow.heard(Set.of(heard), LIVING, now);
  }

  @Test
  void aSilentWorkerWhoseProcessDoesNothingIsNotHeardOf() {
    assertThat(tick(TICK, "a")).containsExactly("a");
    assertThat(tick(TICK, "a")).containsExactly("a");
  }

  @Test
  void aSilentWorkerWhoseProcessIsBusyIsSlow() {
    busy.add("b");
    assertThat(tick(TICK, "a")).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void nobodyIsBlamedForTheTimeInWhichTheControllerWasHeldUpItself() {
    tick(TICK, "a", "b");
    assertThat(tick(TICK.multipliedBy(8))).containsExactlyInAnyOrder("a", "b");
    assertThat(tick(TICK)).isEmpty();
  }

  @Test
  void aBusyWorkerThatNeverAnswersIsGivenUpInTheEnd() {
    busy.add("b");
    int ticks = 0;
    while (tick(TICK, "a").contains("b")) {
      ticks++;
    }
    assertThat(ticks).isEqualTo(60);
  }

  @Test
  void aWorkerThatAnswersNowAndThenIsNeverGivenUp() {
    busy.add("b");
    for (int i = 1; i <= 200; i++) {
      assertThat(i % 50 == 0 ? tick(TICK, "a", "b") : tick(TICK, "a")).contains("b");
    }
  }
}
