package dev.manta.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A directory that goes away when it is closed.
public record Scratch(Path path) implements AutoCloseable {
  /// A new one; its path is short, as sockets are made in it.
  public static Scratch make() throws IOException {
    return new Scratch(Files.createTempDirectory("mb"));
  }

  /// Removes it. A peer's daemons may still be clearing up in it, so a second try is made.
  @Override
  public void close() throws IOException {
    try {
      removeAll();
    } catch (UncheckedIOException | IOException changing) {
      removeAll();
    }
  }

  private void removeAll() throws IOException {
    try (Stream<Path> below = Files.walk(path)) {
      for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }
}
