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

  @Override
  public void close() throws IOException {
    try (Stream<Path> below = Files.walk(path)) {
      below.sorted(Comparator.reverseOrder()).forEach(Scratch::delete);
    }
  }

  private static void delete(Path each) {
    try {
      Files.deleteIfExists(each);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
