package dev.manta.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ReplacedObjectTest {
  private static final int TIMES = 1000;

  @TempDir Path directory;

  private final LocalStorage storage = new LocalStorage();

  private static byte[] bytes(int value, int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  @Test
  void anObjectThatIsReplacedWhileItIsReadIsTheOldOneOrTheNew() {
    Location at = Location.of(directory).resolve("run.json");
    byte[] few = bytes(1, 10);
    byte[] many = bytes(2, 1000);
    storage.put(at, ByteSource.of(few));
    var replacing =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < TIMES; i++) {
                storage.put(at, ByteSource.of(i % 2 == 0 ? many : few));
              }
            });
    while (!replacing.isDone()) {
      assertThat(storage.read(at)).isIn(few, many);
    }
    replacing.join();
  }
}
