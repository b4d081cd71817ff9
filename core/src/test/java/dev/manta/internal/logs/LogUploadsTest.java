package dev.manta.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class LogUploadsTest {
  private static final Location RUN = Location.parse("mem:runs/digits");

  @TempDir Path directory;

  private final MemoryStorage storage = new MemoryStorage();
  private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();
  private Path logs;
  private Path copies;

  @BeforeEach
  void directories() throws IOException {
    logs = Files.createDirectory(directory.resolve("logs"));
    copies = Files.createDirectory(directory.resolve("copies"));
  }

  private LogUploads uploads(Storage to) {
    return new LogUploads(to, RUN, logs, warnings::add);
  }

  private String copy(String name) throws IOException {
    new StoredLogs(storage, RUN).copyTo(copies);
    return Files.readString(copies.resolve(name));
  }

  @Test
  void whatWorkersPrintedIsInStorageWhenTheRunEnds() throws IOException {
    try (LogUploads uploads = uploads(storage)) {
      assertThat(uploads).isNotNull();
      Files.writeString(logs.resolve("rank-0-w0.log"), "one\ntwo\n");
      Files.writeString(logs.resolve("rank-1-w1.log"), "three\n");
    }
    assertThat(copy("rank-0-w0.log")).isEqualTo("one\ntwo\n");
    assertThat(copy("rank-1-w1.log")).isEqualTo("three\n");
    assertThat(warnings).isEmpty();
  }

  @Test
  void aLongLogIsInPiecesAndTheNextDriverResumesWithItsEnd() throws IOException {
    String long1 = "a".repeat(StoredLogs.PIECE_BYTES + 1000) + "\n";
    Files.writeString(logs.resolve("rank-0-w0.log"), long1);
    uploads(storage).close();
    assertThat(storage.children(RUN.resolve("logs/rank-0-w0.log")))
        .containsExactly("000000000001.log", "000000000002.log");
    assertThat(copy("rank-0-w0.log")).isEqualTo(long1);
    List<String> puts = new ArrayList<>();
    var watched =
        new HookedStorage(
            storage,
            (operation, at) -> {
              if (operation.equals("put")) {
                puts.add(at.name());
              }
            });
    String more = long1 + "more\n";
    Files.writeString(logs.resolve("rank-0-w0.log"), more);

    uploads(watched).close();

    assertThat(puts).containsExactly("000000000002.log");
    assertThat(copy("rank-0-w0.log")).isEqualTo(more);
  }

  @Test
  void muchThatIsPrintedAtOnceIsStoredWhileTheRunTrains() throws Exception {
    var put = new CountDownLatch(9);
    var watched =
        new HookedStorage(
            storage,
            (operation, _) -> {
              if (operation.equals("put")) {
                put.countDown();
              }
            });
    Files.writeString(logs.resolve("rank-0-w0.log"), "");
    try (LogUploads uploads = uploads(watched)) {
      assertThat(uploads).isNotNull();
      Files.writeString(logs.resolve("rank-0-w0.log"), "x".repeat(9 << 20));
      assertThat(put.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void theLogOfASpareThatGotARankIsStoredUnderItsNewName() throws Exception {
    Path spare = Files.writeString(logs.resolve("spare-w4.log"), "warm\n");
    uploads(storage).close();
    var renamed = new CountDownLatch(1);
    var watched =
        new HookedStorage(
            storage,
            (operation, _) -> {
              if (operation.equals("deletePrefix")) {
                renamed.countDown();
              }
            });
    var listed = new CountDownLatch(1);
    var seen = new HookedStorage(watched, (_, _) -> listed.countDown());
    try (LogUploads uploads = uploads(seen)) {
      assertThat(uploads).isNotNull();
      assertThat(listed.await(30, TimeUnit.SECONDS)).isTrue();
      Files.move(spare, logs.resolve("rank-1-w4.log"));
      assertThat(renamed.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(storage.children(RUN.resolve("logs"))).containsExactly("rank-1-w4.log");
    assertThat(copy("rank-1-w4.log")).isEqualTo("warm\n");
  }

  @Test
  void storageThatTakesNoLogsIsNamedOnce() throws Exception {
    var away =
        new HookedStorage(
            storage,
            (_, _) -> {
              throw new MantaException(ErrorCode.STORAGE, "cannot write mem:runs: away");
            });
    Files.writeString(logs.resolve("rank-0-w0.log"), "one\n");
    try (LogUploads uploads = uploads(away)) {
      assertThat(uploads).isNotNull();
      assertThat(warnings.poll(30, TimeUnit.SECONDS)).contains("logs stay on this machine", "away");
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void aCopyGetsWhatIsNew() throws IOException {
    Path file = Files.writeString(logs.resolve("rank-0-w0.log"), "one\n");
    uploads(storage).close();
    assertThat(copy("rank-0-w0.log")).isEqualTo("one\n");
    Files.writeString(file, "one\ntwo\n");
    uploads(storage).close();
    assertThat(copy("rank-0-w0.log")).isEqualTo("one\ntwo\n");
    Files.writeString(file, "one\ntwo\nthree\n");
    StoredLogs.addNewer(logs, copies);
    assertThat(copy("rank-0-w0.log")).isEqualTo("one\ntwo\nthree\n");
  }
}
