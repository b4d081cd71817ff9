package dev.manta.internal.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/// A file system in memory with space for very little, mounted on a directory.
public record SmallFileSystem(Path directory) implements AutoCloseable {
  /// Skips the test where this process may not mount.
  public static SmallFileSystem of(Path directory, long bytes) {
    String size = "size=" + bytes;
    Assumptions.assumeTrue(
        succeeds(List.of("mount", "-t", "tmpfs", "-o", size, "tmpfs", directory.toString())),
        "mounting a small file system needs root");
    return new SmallFileSystem(directory);
  }

  @Override
  public void close() {
    assertThat(succeeds(List.of("umount", "--lazy", directory.toString()))).isTrue();
  }

  private static boolean succeeds(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
