package dev.manta.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.JsonBytes;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class MetricsReaderTest {
  private static final Location RUN = Location.parse("mem:runs/digits");
  private static final Location FIRST = RUN.resolve("metrics/000000000001.jsonl");
  private static final Location SECOND = RUN.resolve("metrics/000000000002.jsonl");

  @TempDir Path open;

  private final MemoryStorage storage = new MemoryStorage();

  private static byte[] row() {
    return row(1);
  }

  private static byte[] row(long sequence) {
    byte[] metrics = "{\"loss\":0.5}".getBytes(StandardCharsets.UTF_8);
    var stamp = new MetricsRowEncoder.Stamp(1, 0, 1_767_225_600_000L);
    JsonBytes row =
        new MetricsRowEncoder().encode(new Origin(1, 0, "w0", sequence), stamp, metrics, "");
    byte[] line = Arrays.copyOf(row.array(), row.length() + 1);
    line[row.length()] = '\n';
    return line;
  }

  private void seal(Path file) {
    try {
      storage.putIfAbsent(FIRST, Files.readAllBytes(file));
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theLastSegmentIsReadThoughItIsSealedWhileItIsLookedFor() throws IOException {
    Path file = Files.write(open.resolve("000000000001.me.jsonl"), row());
    var sealing =
        new HookedStorage(
            storage,
            (_, at) -> {
              if (at.equals(SECOND) && Files.exists(file)) {
                seal(file);
              }
            });
    assertThat(new MetricsReader(sealing, RUN, open).all()).hasSize(1);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aSegmentIsReadThatWasSealedSinceOthersWereListed() throws IOException {
    storage.putIfAbsent(FIRST, row(1));
    Follower<MetricsRow> follower = new MetricsReader(storage, RUN, open).follow();
    assertThat(follower.poll()).hasSize(1);
    storage.putIfAbsent(SECOND, row(2));
    Files.write(open.resolve("000000000003.me.jsonl"), row(3));
    assertThat(follower.poll()).extracting(row -> row.origin().sequence()).containsExactly(2L);
  }
}
