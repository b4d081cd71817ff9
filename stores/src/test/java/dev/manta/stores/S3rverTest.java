package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.objects.Backoff;
import dev.manta.testkit.storage.NodePackage;
import dev.manta.testkit.storage.NodeServer;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server on Node.js that knows no conditions of puts: data can be there, runs cannot.
class S3rverTest {
  private static final Location ROOT = Location.parse("s3://" + TestS3.BUCKET + "/below");
  private static final Map<String, String> ITS_OWN_KEY =
      Map.of("AWS_ACCESS_KEY_ID", "S3RVER", "AWS_SECRET_ACCESS_KEY", "S3RVER");

  private NodeServer server;
  private Storage storage;

  @BeforeEach
  void start(@TempDir Path directory) {
    Path script = new NodePackage("s3rver", "3.7.1").file("bin/s3rver.js");
    server =
        NodeServer.start(
            script,
            directory,
            "-d",
            ".",
            "-a",
            "127.0.0.1",
            "-p",
            "0",
            "--configure-bucket",
            TestS3.BUCKET);
    storage =
        TestS3.storage(
            URI.create(server.address()), ITS_OWN_KEY, Backoff.DEFAULT, Duration.ofSeconds(20));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void aServerThatIgnoresTheConditionHoldsNoRun() {
    assertThatThrownBy(() -> storage.requireExclusivePuts(ROOT))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("cannot hold a run: of 8 puts of one object with if-none-match")
        .hasMessageContaining("carried out 8");
    assertThat(storage.list(ROOT)).isEmpty();
  }

  @Test
  void dataIsWrittenInPartsReadListedAndDeleted() {
    byte[] large = new byte[(40 << 20) + 7];
    new Random(7).nextBytes(large);
    storage.put(ROOT.resolve("a/large"), ByteSource.of(large));
    storage.put(ROOT.resolve("a/ü b"), ByteSource.of(new byte[] {1, 2, 3}));
    assertThat(storage.read(ROOT.resolve("a/large"))).isEqualTo(large);
    assertThat(storage.children(ROOT.resolve("a"))).containsExactly("large", "ü b");
    assertThat(storage.list(ROOT)).extracting(entry -> entry.size()).containsExactly(41943047L, 3L);
    storage.deletePrefix(ROOT);
    assertThat(storage.list(ROOT)).isEmpty();
  }
}
