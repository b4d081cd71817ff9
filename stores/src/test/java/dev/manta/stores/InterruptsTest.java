package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.stores.ScriptedStore.Said;
import dev.manta.stores.internal.objects.Backoff;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Whoever is interrupted within a call, as by Ctrl-C, comes back at once, whatever the server
/// does.
@Timeout(300)
class InterruptsTest {
  private static final Location AT = Location.parse("s3://manta-test/runs/x");
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final String BEGUN =
      "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>";

  /// A server that begins uploads and is silent otherwise, with calls that would wait for minutes.
  private static void endsSoon(Consumer<Storage> use) throws Exception {
    var asked = new CountDownLatch(1);
    var over = new CountDownLatch(1);
    try (var store =
        new ScriptedStore(
            call -> {
              if (call.call().startsWith("POST")) {
                return new Said(200, BEGUN, Map.of());
              }
              asked.countDown();
              await(over);
              return new Said(200, "", Map.of());
            })) {
      Storage storage =
          TestS3.storage(store.endpoint(), Map.of(), Backoff.DEFAULT, Duration.ofMinutes(2));
      var failure = new CompletableFuture<Throwable>();
      Thread thread =
          Thread.ofPlatform()
              .daemon()
              .start(() -> failure.complete(catchThrowable(() -> use.accept(storage))));
      asked.await();
      thread.interrupt();
      assertThat(failure)
          .succeedsWithin(SOON)
          .satisfies(each -> assertThat(each).hasMessageContaining("the thread was interrupted"));
    } finally {
      over.countDown();
    }
  }

  private static void await(CountDownLatch over) {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aPutEnds() throws Exception {
    endsSoon(storage -> storage.put(AT, ByteSource.of(new byte[1])));
  }

  @Test
  void aPutInPartsEnds() throws Exception {
    endsSoon(storage -> storage.put(AT, ByteSource.of(new byte[40 << 20])));
  }

  @Test
  void aReadInRangesEnds() throws Exception {
    endsSoon(storage -> storage.read(AT, 0, MemorySegment.ofArray(new byte[40 << 20])));
  }

  @Test
  void aListEnds() throws Exception {
    endsSoon(storage -> storage.list(AT));
  }
}
