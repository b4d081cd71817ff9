package dev.manta.stores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.stores.ScriptedStore.Asked;
import dev.manta.stores.ScriptedStore.Said;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Parts on their way leave a small heap its space.
@Timeout(300)
class SmallHeapTest {
  private static final long SIZE = 192L << 20;

  @Test
  void anObjectThatIsLargerThanTheHeapIsPut() throws Exception {
    try (var store = new ScriptedStore(new SlowStore()::answer)) {
      Process program = start(store);
      String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(program.waitFor()).as(said).isZero();
      assertThat(store.asked()).filteredOn(each -> each.call().startsWith("PUT")).hasSize(12);
    }
  }

  /// Answers no part before many have come, or a moment has passed.
  private static final class SlowStore {
    private final CountDownLatch many = new CountDownLatch(8);

    Said answer(Asked asked) {
      if (asked.call().startsWith("POST")) {
        boolean begins = asked.call().endsWith("?uploads=");
        String name = begins ? "InitiateMultipartUploadResult" : "CompleteMultipartUploadResult";
        return new Said(200, "<%1$s><UploadId>u</UploadId></%1$s>".formatted(name), Map.of());
      }
      many.countDown();
      await();
      return new Said(200, "", Map.of("ETag", "e"));
    }

    private void await() {
      try {
        many.await(200, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Process start(ScriptedStore store) throws IOException {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            PutLargeObject.class.getName(),
            "s3://" + TestS3.BUCKET + "/large",
            Long.toString(SIZE));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(TestS3.variables(store.endpoint()));
    return builder.start();
  }
}
