package dev.manta.testkit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import dev.manta.internal.journal.Appended;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.ControlRecord;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsStream;
import dev.manta.internal.journal.Origin;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.testkit.storage.FaultyStorage;
import dev.manta.testkit.storage.FaultyStorage.Faults;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void rowsAreDurableWhileStorageFailsAndAreSealedAtTheNextStart(@TempDir Path open)
      throws InterruptedException {
    MemoryStorage inner = new MemoryStorage();
    FaultyStorage faulty = new FaultyStorage(inner, 1, Faults.NONE, delay -> {});
    Positions positions = new Positions();
    try (MetricsStream stream = MetricsStream.open(faulty, RUN, open, positions)) {
      faulty.full(true);
      byte[] metrics = "{}".getBytes(StandardCharsets.UTF_8);
      MetricsRowEncoder.Stamp stamp = new MetricsRowEncoder.Stamp(1, 0, 0);
      stream.append(new MetricsRowEncoder().encode(new Origin(1, 0, "w", 1), stamp, metrics, ""));
    }
    assertThat(positions.durable).hasValue(1);
    assertThat(positions.failures).isNotEmpty();
    assertThat(inner.list(RUN)).isEmpty();
    assertThat(new MetricsReader(inner, RUN, open).all()).hasSize(1);
    faulty.full(false);
    MetricsStream.open(faulty, RUN, open, positions).close();
    assertThat(inner.list(RUN)).hasSize(1);
    assertThat(open).isEmptyDirectory();
  }

  @Test
  void aSegmentThatIsDeletedWhileItWaitsForStorageIsSealedAllTheSame(@TempDir Path open)
      throws Exception {
    MemoryStorage inner = new MemoryStorage();
    FaultyStorage faulty = new FaultyStorage(inner, 1, Faults.NONE, delay -> {});
    Positions positions = new Positions();
    faulty.full(true);
    try (MetricsStream stream = MetricsStream.open(faulty, RUN, open, positions)) {
      byte[] metrics = "{}".getBytes(StandardCharsets.UTF_8);
      MetricsRowEncoder.Stamp stamp = new MetricsRowEncoder.Stamp(1, 0, 0);
      stream.append(new MetricsRowEncoder().encode(new Origin(1, 0, "w", 1), stamp, metrics, ""));
      positions.awaitFailure();
      try (Stream<Path> files = Files.list(open)) {
        Files.delete(files.filter(file -> !file.endsWith("writer")).findFirst().orElseThrow());
      }
      faulty.full(false);
    }
    assertThat(new MetricsReader(inner, RUN, open).all()).hasSize(1);
    assertThat(positions.warnings.peek()).contains("was deleted", open.toString());
  }

  private static final class Positions implements MetricsListener {
    final AtomicLong durable = new AtomicLong();
    final Queue<MantaException> failures = new ConcurrentLinkedQueue<>();
    final Queue<String> warnings = new ConcurrentLinkedQueue<>();
    private final CountDownLatch failed = new CountDownLatch(1);

    void awaitFailure() throws InterruptedException {
      assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Override
    public void durable(long position) {
      durable.set(position);
    }

    @Override
    public void failed(MantaException cause) {
      failures.add(cause);
      failed.countDown();
    }

    @Override
    public void warning(String message) {
      warnings.add(message);
    }

    @Override
    public boolean takenOver() {
      return false;
    }

    @Override
    public void broken(MantaException cause) {
      throw cause;
    }

    @Override
    public void deposed() {}
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
