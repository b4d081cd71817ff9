package dev.manta.dashboard.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PythonStacksTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final LocalWorker HERE = new LocalWorker(0, "w0", ProcessHandle.current().pid());

  @TempDir Path logs;
  private Path log;

  @BeforeEach
  void anEmptyLog() throws IOException {
    log = Files.createFile(logs.resolve("rank-0-w0.log"));
  }

  private void print(String text) throws IOException {
    Files.writeString(log, text, StandardOpenOption.APPEND);
  }

  @Test
  void stacksAreReadBehindALogThatIsLargerThanAnArray() throws Exception {
    long before = 3L << 30;
    try (var file = new RandomAccessFile(log.toFile(), "rw")) {
      file.setLength(before);
    }
    print("Current thread");
    assertThat(PythonStacks.written(HERE, log, before, Duration.ofSeconds(30)))
        .isEqualTo("Current thread");
  }

  @Test
  void aRankThatNeverStopsPrintingShowsWhatThereIs() throws Exception {
    print("Current thread\n");
    var over = new AtomicBoolean();
    Thread prints = Thread.startVirtualThread(() -> printUntil(over));
    try {
      assertThat(PythonStacks.written(HERE, log, 0, SHORT)).startsWith("Current thread\n");
    } finally {
      over.set(true);
      prints.join();
    }
  }

  private void printUntil(AtomicBoolean over) {
    try {
      while (!over.get()) {
        print("step\n");
        Thread.sleep(1);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRankThatWritesNothingIsNotWaitedForForever() {
    assertThatThrownBy(() -> PythonStacks.written(HERE, log, 0, SHORT))
        .hasMessageContaining("has written no stacks");
  }
}
