package dev.manta.testkit.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRow;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.testkit.storage.ChildProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Controllers that are killed one after the other lose no row that they said to be durable.
@Timeout(300)
class MetricsCrashTest {
  @TempDir Path run;

  @Test
  void everyDurableRowOfEveryKilledControllerIsReadOnceAndInOrder() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<String, Long> durable = new HashMap<>();
    for (int round = 0; round < 4; round++) {
      String worker = "w" + round;
      durable.put(worker, killedAfter(worker, 1 + random.nextInt(70)));
    }
    Map<String, List<Long>> read = new HashMap<>();
    for (MetricsRow row : reader().all()) {
      read.computeIfAbsent(row.origin().worker(), _ -> new ArrayList<>())
          .add(row.origin().sequence());
    }
    durable.forEach(
        (worker, last) -> assertThatAllAreThere(read.getOrDefault(worker, List.of()), last, seed));
  }

  private MetricsReader reader() {
    return new MetricsReader(new LocalStorage(), Location.of(run), run.resolve("open"));
  }

  /// The last position that the controller said to be durable before it was killed.
  private long killedAfter(String worker, int groups) throws Exception {
    List<String> said = new ArrayList<>();
    ChildProcess child = ChildProcess.start(List.of(), MetricsChild.class, run.toString(), worker);
    try (child) {
      for (int i = 0; i < groups; i++) {
        said.add(Objects.requireNonNull(child.line()));
      }
    }
    return Long.parseLong(said.getLast());
  }

  private static void assertThatAllAreThere(List<Long> read, long last, long seed) {
    assertThat(read.size()).as("seed %d", seed).isGreaterThanOrEqualTo((int) last);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i)).as("seed %d", seed).isEqualTo(i + 1L);
    }
  }
}
