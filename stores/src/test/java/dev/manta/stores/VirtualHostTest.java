package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.objects.Backoff;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A bucket that is the beginning of its server's name. Nobody here knows such a name, so the
/// server is named as the proxy that does.
@Timeout(300)
class VirtualHostTest {
  private static final Location ROOT = Location.parse("s3://" + TestS3.BUCKET + "/some runs");

  private static TestS3 server;
  private static Storage storage;

  @BeforeAll
  static void start() {
    server = TestS3.s3proxy("s3proxy.virtual-host=store.test\n");
    Map<String, String> variables =
        Map.of("MANTA_S3_PATH_STYLE", "false", "http_proxy", server.endpoint().toString());
    storage =
        TestS3.storage(
            URI.create("http://store.test"), variables, Backoff.DEFAULT, Duration.ofSeconds(20));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void objectsArePutListedReadAndDeleted() {
    Location at = ROOT.resolve("a + b/ü%");
    assertThat(storage.putIfAbsent(at, new byte[] {1})).isTrue();
    assertThat(storage.putIfAbsent(at, new byte[] {2})).isFalse();
    storage.requireExclusivePuts(ROOT);
    assertThat(storage.list(ROOT)).extracting(Entry::at).containsExactly(at);
    assertThat(storage.read(at)).containsExactly(1);
    storage.deletePrefix(ROOT);
    assertThat(storage.list(ROOT)).isEmpty();
  }

  @Test
  void aLargeObjectGoesInPartsAndComesBackInRanges() {
    byte[] bytes = new byte[33 << 20];
    new Random(1).nextBytes(bytes);
    Location at = ROOT.resolve("large");
    storage.put(at, ByteSource.of(bytes));
    byte[] back = new byte[bytes.length];
    storage.read(at, 0, MemorySegment.ofArray(back));
    assertThat(back).isEqualTo(bytes);
  }
}
