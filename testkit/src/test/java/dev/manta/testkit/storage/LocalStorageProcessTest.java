package dev.manta.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.storage.Entry;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Local storage between processes that race, die and run out of space.
@Timeout(300)
class LocalStorageProcessTest {
  private static final int RACERS = 3;
  private static final int ROUNDS = 200;

  @TempDir Path directory;

  private final LocalStorage storage = new LocalStorage();

  private ChildProcess ready(List<String> before, String... arguments) throws Exception {
    ChildProcess child = ChildProcess.start(before, StorageChild.class, arguments);
    assertThat(child.line()).isEqualTo("ready");
    return child;
  }

  @Test
  void ofManyProcessesExactlyOneMakesEachEntry() throws Exception {
    List<ChildProcess> racers = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      racers.add(ready(List.of(), "race", directory.toString(), "p" + i, "" + ROUNDS));
    }
    for (ChildProcess racer : racers) {
      racer.go();
    }
    List<String> won = new ArrayList<>();
    for (int i = 0; i < RACERS; i++) {
      for (String n : racers.get(i).rest()) {
        won.add(n);
        assertThat(content("log/" + n)).isEqualTo("p" + i);
      }
    }
    assertThat(won).hasSize(ROUNDS).doesNotHaveDuplicates();
  }

  private String content(String path) {
    return new String(storage.read(Location.of(directory).resolve(path)), StandardCharsets.UTF_8);
  }

  @Test
  void aKilledWriterLeavesOnlyWholeObjectsAndAllThatItAcknowledged() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 5; round++) {
      Location root = Location.of(directory).resolve("round" + round);
      int acknowledged = killAfter(root, 1 + random.nextInt(60), random.nextInt(3_000_000));
      for (Entry entry : storage.list(root)) {
        assertThat(StorageChild.isWhole(storage.read(entry.at())))
            .as("%s, seed %s", entry, seed)
            .isTrue();
      }
      assertThat(storage.children(root.resolve("log"))).hasSizeGreaterThanOrEqualTo(acknowledged);
    }
    assertThatASweepRemovesWhatWasLeft();
  }

  private int killAfter(Location root, int lines, int nanos) throws Exception {
    try (ChildProcess child = ready(List.of(), "write", root.path())) {
      child.go();
      for (int i = 0; i < lines; i++) {
        child.line();
      }
      // A moment inside the next write, not always right after a line.
      long until = System.nanoTime() + nanos;
      while (System.nanoTime() < until) {
        LockSupport.parkNanos(100_000);
      }
    }
    return lines;
  }

  private void assertThatASweepRemovesWhatWasLeft() throws Exception {
    List<Entry> before = storage.list(Location.of(directory));
    storage.sweep(Location.of(directory), Duration.ZERO);
    assertThat(storage.list(Location.of(directory))).isEqualTo(before);
    try (Stream<Path> files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile)).hasSize(before.size());
    }
  }

  @Test
  void aFullDiskIsSaidAndLeavesNoHalfObject() throws Exception {
    assumeTrue(ownMountsAreAllowed(), "needs a file system of its own");
    String mount = "mount -t tmpfs -o size=512k none '%s' && exec \"$@\"".formatted(directory);
    List<String> before = List.of("unshare", "-rm", "sh", "-c", mount, "sh");
    try (ChildProcess child = ready(before, "fill", directory.toString())) {
      child.go();
      assertThat(child.line())
          .startsWith("cannot write " + directory + "/object/")
          .endsWith(
              "No space left on device; free some space there or choose another storage location");
      assertThat(child.line()).isEqualTo("true");
      assertThat(child.line()).isEqualTo(child.line());
    }
  }

  private static boolean ownMountsAreAllowed() throws Exception {
    try {
      return new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")
              .start()
              .waitFor()
          == 0;
    } catch (java.io.IOException absent) {
      return false;
    }
  }
}
