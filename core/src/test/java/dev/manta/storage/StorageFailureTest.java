package dev.manta.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageFailureTest {
  private static final Location AT = Location.parse("/data/x");

  @TempDir Path directory;

  private static String message(IOException cause) {
    MantaException failure = StorageFailure.of("write", AT, cause);
    assertThat(failure.code()).isEqualTo(ErrorCode.STORAGE);
    return String.valueOf(failure.getMessage());
  }

  @Test
  void everyKnownCauseHasItsNextStep() {
    assertThat(message(new AccessDeniedException("/data")))
        .isEqualTo(
            "cannot write /data/x: permission denied at /data; let user %s use it or choose another"
                    .formatted(System.getProperty("user.name"))
                + " storage location");
    assertThat(message(new FileSystemException("/data/x", null, "Read-only file system")))
        .endsWith("Read-only file system; choose a storage location that can be written");
    assertThat(message(new IOException("Disk quota exceeded")))
        .endsWith("free some space there or choose another storage location");
    assertThat(message(new NoSuchFileException("/data/x")))
        .endsWith("nothing at this location; check the path, or choose another storage location");
    assertThat(message(new IOException("weird"))).endsWith("weird; check the disk and the path");
  }

  @Test
  void aFileWhereADirectoryIsNeededIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    Location below = Location.of(file).resolve("run/control/1");
    assertThatThrownBy(() -> new LocalStorage().putIfAbsent(below, new byte[1]))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("cannot write " + below)
        .hasMessageContaining(file + " is in the way");
  }

  @Test
  void aDirectoryWhereAnObjectIsWantedIsNotOverwritten() throws IOException {
    Files.createDirectories(directory.resolve("d/inner"));
    Location at = Location.of(directory.resolve("d"));
    assertThatThrownBy(() -> new LocalStorage().put(at, ByteSource.of(new byte[1])))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("cannot write " + at);
    assertThat(directory.resolve("d/inner")).isDirectory();
  }
}
