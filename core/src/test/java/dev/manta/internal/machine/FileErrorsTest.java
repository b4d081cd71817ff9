package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileErrorsTest {
  @Test
  void noneIsABarePath() {
    assertThat(FileErrors.words(new AccessDeniedException("/x")))
        .isEqualTo("permission denied: /x");
    assertThat(FileErrors.words(new NoSuchFileException("/x")))
        .isEqualTo("no such file or directory: /x");
    assertThat(FileErrors.words(new FileSystemException("/x")))
        .isEqualTo("the file system refused: /x");
  }

  @Test
  void aReasonIsKept() {
    assertThat(FileErrors.words(new FileSystemException("/x", null, "No space left on device")))
        .isEqualTo("/x: No space left on device");
    assertThat(FileErrors.words(new IOException("broken"))).isEqualTo("broken");
  }
}
