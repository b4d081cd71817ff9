package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class NodeCacheProcessTest {
  private static final int RANKS = 3;

  @TempDir Path directory;

  private void commit() throws IOException {
    Path files = Files.createDirectory(directory.resolve("files"));
    Files.writeString(files.resolve("model.bin"), "weights");
    Files.writeString(files.resolve("optimizer.bin"), "moments");
    var store = new CheckpointStore(new LocalStorage(), Location.of(directory.resolve("run")));
    var moment = new Moment(1, 1, 1, 1, false);
    store.commit(
        List.of(store.store("c", 0, new Extent.Whole(), moment, LocalCheckpoint.of(files))));
  }

  private Process rank() throws IOException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new ProcessBuilder(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Rank.class.getName(),
            directory.toString())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("log").toFile())
        .start();
  }

  @Test
  void ranksOfAMachineDownloadACheckpointOnce() throws Exception {
    commit();
    List<Process> ranks = new ArrayList<>();
    try {
      for (int i = 0; i < RANKS; i++) {
        ranks.add(rank());
      }
      for (Process rank : ranks) {
        assertThat(rank.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(rank.exitValue()).as(Files.readString(directory.resolve("log"))).isZero();
      }
    } finally {
      ranks.forEach(Process::destroyForcibly);
    }
    assertThat(Files.readAllLines(directory.resolve("reads"))).hasSize(2);
  }

  /// A process that opens the checkpoint; what it reads from storage it writes down.
  static final class Rank {
    private Rank() {}

    public static void main(String[] arguments) throws IOException {
      Path directory = Path.of(arguments[0]);
      Storage counted =
          new HookedStorage(
              new LocalStorage(), (operation, at) -> wrote(directory, operation + " " + at.name()));
      Location at = Location.of(directory.resolve("run")).resolve("c");
      var checkpoint = StoredCheckpoint.at(counted, at);
      var cache = new NodeCache(directory.resolve("cache"));
      try (Checkpoint.Opened opened = cache.open(checkpoint)) {
        if (!Files.readString(opened.directory().resolve("model.bin")).equals("weights")) {
          throw new IllegalStateException("the copy is not what was stored");
        }
      }
    }

    private static void wrote(Path directory, String what) {
      if (!what.startsWith("read ") || what.endsWith(Manifest.FILE)) {
        return;
      }
      try {
        Files.writeString(
            directory.resolve("reads"),
            what + "\n",
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
