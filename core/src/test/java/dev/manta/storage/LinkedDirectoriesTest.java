package dev.manta.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LinkedDirectoriesTest {
  private final LocalStorage storage = new LocalStorage();

  @TempDir Path directory;

  @Test
  @Timeout(300)
  void linksThatLeadBackAreNotFollowed() throws IOException {
    Files.writeString(directory.resolve("file"), "x");
    Files.createSymbolicLink(directory.resolve("one"), directory);
    Files.createSymbolicLink(directory.resolve("two"), directory);
    assertThat(storage.list(Location.of(directory)))
        .extracting(Entry::at)
        .containsExactly(Location.of(directory.resolve("file")));
  }

  @Test
  void aDirectoryThatWasMovedAwayAndLinkedIsListed() throws IOException {
    Path moved = Files.createDirectory(directory.resolve("moved"));
    Files.writeString(moved.resolve("file"), "x");
    Path run = Files.createDirectory(directory.resolve("run"));
    Files.createSymbolicLink(run.resolve("deep"), moved);
    assertThat(storage.list(Location.of(run)))
        .extracting(Entry::at)
        .containsExactly(Location.of(run.resolve("deep/file")));
  }
}
