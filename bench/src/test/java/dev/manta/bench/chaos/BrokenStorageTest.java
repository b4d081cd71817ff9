package dev.manta.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokenStorageTest {
  @TempDir Path directory;
  private Location file = Location.of(Path.of("/"));
  private Storage storage = Storages.at(file);

  @BeforeEach
  void open() {
    file = BrokenStorage.location(directory.resolve("runs")).resolve("file");
    storage = Storages.at(file);
  }

  @Test
  void whatWasWrittenIsReadAgainUnderItsOwnScheme() {
    assertThat(storage.putIfAbsent(file, new byte[] {7})).isTrue();
    assertThat(storage.read(file)).containsExactly(7);
    assertThat(storage.list(file).getFirst().at()).isEqualTo(file);
  }

  @Test
  void aFullDiskCanBeReadAndAMendedOneWrittenAgain() throws IOException {
    storage.putIfAbsent(file, new byte[] {7});
    BrokenStorage.order(directory, Fault.FULL_DISK);
    assertThat(storage.read(file)).containsExactly(7);
    assertThatThrownBy(() -> storage.putIfAbsent(file.resolve("more"), new byte[1]))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("No space left on device; free some space");
    BrokenStorage.mend(directory);
    assertThat(storage.putIfAbsent(Location.parse(file + "-2"), new byte[1])).isTrue();
  }

  @Test
  void everyOtherCallOfAFaultyOneFails() throws IOException {
    BrokenStorage.order(directory, Fault.STORAGE_ERRORS);
    assertThatThrownBy(() -> storage.putIfAbsent(file, new byte[1]))
        .hasMessageContaining("Input/output error");
    assertThat(storage.putIfAbsent(file, new byte[1])).isTrue();
  }
}
