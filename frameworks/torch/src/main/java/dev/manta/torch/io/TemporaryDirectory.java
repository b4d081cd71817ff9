package dev.manta.torch.io;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A directory that goes away when it is closed.
record TemporaryDirectory(Path path) implements AutoCloseable {
  static TemporaryDirectory make() {
    try {
      return new TemporaryDirectory(Files.createTempDirectory("manta-checkpoint"));
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "no directory for temporary files can be made: " + e, e);
    }
  }

  @Override
  public void close() {
    try (Stream<Path> below = Files.walk(path)) {
      for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, path + " cannot be removed: " + e, e);
    }
  }
}
