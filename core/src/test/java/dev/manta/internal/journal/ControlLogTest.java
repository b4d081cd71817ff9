package dev.manta.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControlLogTest {
  private static final Location RUN = Location.parse("mem:runs/digits");

  private final MemoryStorage storage = new MemoryStorage();
  private final ControlLog log = new ControlLog(storage, RUN);

  private static ControlRecord record(long number, String writer) {
    Instant at = Instant.parse("2026-01-01T00:00:00Z");
    Json body = Json.parse("{\"state\":{\"n\":" + number + "}}");
    return new ControlRecord(number, 1, writer, at, "Transition", "because", body);
  }

  @Test
  void recordsAreReadBackInOrder() {
    for (int n = 1; n <= 3; n++) {
      assertThat(log.append(record(n, "a"))).isInstanceOf(Appended.Written.class);
    }
    assertThat(log.all()).containsExactly(record(1, "a"), record(2, "a"), record(3, "a"));
    assertThat(log.last()).contains(record(3, "a"));
    assertThat(log.from(3)).hasSize(1);
  }

  @Test
  void anEmptyLogHasNoRecords() {
    assertThat(log.all()).isEmpty();
    assertThat(log.last()).isEmpty();
  }

  @Test
  void theFileOfARecordIsAsDocumented() {
    log.append(record(7, "a"));
    assertThat(
            new String(
                storage.read(RUN.resolve("control/000000000007.json")), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"number\":7,\"term\":1,\"writer\":\"a\",\"at\":\"2026-01-01T00:00:00Z\",\"kind\":\"Transition\",\"reason\":\"because\",\"body\":{\"state\":{\"n\":7}}}");
  }

  @Test
  void whoComesSecondIsDeposedAndToldByWhom() {
    log.append(record(1, "first"));
    assertThat(log.append(record(1, "second"))).isEqualTo(new Appended.Deposed(record(1, "first")));
    assertThat(log.all()).containsExactly(record(1, "first"));
  }

  @Test
  void appendingTheSameRecordAgainIsFine() {
    log.append(record(1, "a"));
    assertThat(log.append(record(1, "a"))).isInstanceOf(Appended.Written.class);
  }

  @Test
  void ofManyControllersExactlyOneStays() throws Exception {
    int controllers = 6;
    CyclicBarrier start = new CyclicBarrier(controllers);
    try (ExecutorService pool = Executors.newFixedThreadPool(controllers)) {
      List<Callable<Appended>> calls = new ArrayList<>();
      for (int i = 0; i < controllers; i++) {
        String writer = "w" + i;
        calls.add(
            () -> {
              start.await(30, TimeUnit.SECONDS);
              return log.append(record(1, writer));
            });
      }
      int written = 0;
      for (Future<Appended> result : pool.invokeAll(calls)) {
        written += result.get() instanceof Appended.Written ? 1 : 0;
      }
      assertThat(written).isEqualTo(1);
    }
  }

  @Test
  void aFollowerSeesEachRecordOnce() throws InterruptedException {
    Follower<ControlRecord> follower = log.follow(1);
    assertThat(follower.poll()).isEmpty();
    assertThat(follower.await(Duration.ofMillis(1))).isEmpty();
    log.append(record(1, "a"));
    log.append(record(2, "a"));
    assertThat(follower.await(Duration.ofSeconds(10))).hasSize(2);
    log.append(record(3, "a"));
    assertThat(follower.poll()).containsExactly(record(3, "a"));
  }

  @Test
  void aDamagedRecordIsNamed() {
    Location at = RUN.resolve("control/000000000001.json");
    storage.put(at, ByteSource.of("{\"number\":1".getBytes(StandardCharsets.UTF_8)));
    assertThatThrownBy(log::all)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("the control record " + at + " is damaged")
        .hasMessageContaining("column 12");
  }
}
