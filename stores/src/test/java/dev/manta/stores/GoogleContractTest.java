package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.internal.http.Environment;
import dev.manta.stores.internal.objects.Backoff;
import dev.manta.testkit.storage.StorageContract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Google's headers and signatures; Google itself was not asked.
class GoogleContractTest extends StorageContract {
  private static TestS3 server;
  private static GoogleFront front;
  private static Storage storage;

  private final Location root = Location.parse("gs://" + TestS3.BUCKET + "/" + UUID.randomUUID());

  @BeforeAll
  static void start() {
    server = TestS3.s3proxy();
    front = new GoogleFront(server.endpoint());
    var environment =
        new Environment(
            Map.of(
                "MANTA_GS_ENDPOINT", front.endpoint().toString(),
                "MANTA_GS_ACCESS_KEY_ID", "GOOGKEY",
                "MANTA_GS_SECRET_ACCESS_KEY", "google-secret"),
            Path.of("/nowhere"));
    storage =
        S3Storage.of(
            Location.parse("gs://" + TestS3.BUCKET),
            environment,
            Backoff.DEFAULT,
            Duration.ofSeconds(20));
  }

  @AfterAll
  static void stop() {
    front.close();
    server.close();
  }

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return root;
  }

  @Test
  void anObjectOfSeveralPartsComesBackByteForByte() {
    byte[] large = new byte[(17 << 20) + 7];
    large[large.length - 1] = 1;
    storage.put(root.resolve("large"), ByteSource.of(large));
    assertThat(storage.read(root.resolve("large"))).isEqualTo(large);
  }

  @Test
  void aPutIfAbsentHasGooglesCondition() {
    int before = front.conditions();
    storage.putIfAbsent(root.resolve("x"), new byte[1]);
    assertThat(front.conditions()).isEqualTo(before + 1);
  }
}
