package dev.manta.testkit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import dev.manta.internal.json.JsonObject;
import dev.manta.journal.Appended;
import dev.manta.journal.ControlLog;
import dev.manta.journal.ControlRecord;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.testkit.storage.FaultyStorage;
import dev.manta.testkit.storage.FaultyStorage.Faults;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FaultyJournalTest {
  private static final Location RUN = Location.parse("mem:run");

  @Test
  void aControllerThatTriesAgainAfterFailuresAndLostAnswersIsNotDeposedByItself() {
    long seed = new Random().nextLong();
    MemoryStorage inner = new MemoryStorage();
    FaultyStorage faulty =
        new FaultyStorage(inner, seed, Faults.failing(0.3).answerLost(0.3), delay -> {});
    ControlLog log = new ControlLog(faulty, RUN);
    for (int n = 1; n <= 200; n++) {
      assertThat(appended(log, record(n))).as("seed %d", seed).isEqualTo(new Appended.Written());
    }
    assertThat(new ControlLog(inner, RUN).all()).hasSize(200);
  }

  private static Appended appended(ControlLog log, ControlRecord record) {
    while (true) {
      try {
        return log.append(record);
      } catch (MantaException injected) {
        assertThat(injected).hasMessageContaining("(injected)");
      }
    }
  }

  private static ControlRecord record(int number) {
    return new ControlRecord(number, 1, "me", Instant.EPOCH, "Test", "", JsonObject.EMPTY);
  }
}
