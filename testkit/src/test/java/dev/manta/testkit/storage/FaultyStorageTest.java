package dev.manta.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.testkit.storage.FaultyStorage.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultyStorageTest {
  private static final Location AT = Location.parse("mem:x");

  private final MemoryStorage inner = new MemoryStorage();
  private final List<Duration> waits = new ArrayList<>();

  private FaultyStorage faulty(long seed, Faults faults) {
    return new FaultyStorage(inner, seed, faults, waits::add);
  }

  private List<Boolean> outcomes(long seed) {
    FaultyStorage storage = faulty(seed, Faults.failing(0.5));
    List<Boolean> outcomes = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      try {
        storage.size(AT);
        outcomes.add(true);
      } catch (MantaException e) {
        outcomes.add(false);
      }
    }
    return outcomes;
  }

  @Test
  void theSameSeedFailsTheSameCalls() {
    assertThat(outcomes(3)).contains(true, false).isEqualTo(outcomes(3));
    assertThat(outcomes(4)).isNotEqualTo(outcomes(3));
  }

  @Test
  void aFailingPutDoesNothingAndALostAnswerIsDone() {
    ByteSource source = ByteSource.of(new byte[1]);
    assertThatThrownBy(() -> faulty(1, Faults.failing(1)).put(AT, source))
        .isInstanceOf(MantaException.class);
    assertThat(inner.exists(AT)).isFalse();
    assertThatThrownBy(() -> faulty(1, Faults.NONE.answerLost(1)).put(AT, source))
        .isInstanceOf(MantaException.class);
    assertThat(inner.exists(AT)).isTrue();
  }

  @Test
  void slowCallsPassTheirTimeThroughTheGivenClock() {
    faulty(1, Faults.NONE.slow(1, Duration.ofSeconds(1))).size(AT);
    assertThat(waits).hasSize(1).allMatch(wait -> wait.compareTo(Duration.ofSeconds(1)) <= 0);
  }

  @Test
  void aFullStorageSaysSoAndStillReads() {
    inner.put(AT, ByteSource.of(new byte[3]));
    FaultyStorage storage = faulty(1, Faults.NONE);
    storage.full(true);
    assertThatThrownBy(() -> storage.putIfAbsent(AT, new byte[1]))
        .hasMessage(
            "cannot write mem:x: No space left on device; free some space there or choose another"
                + " storage location");
    assertThat(storage.read(AT)).hasSize(3);
  }
}
