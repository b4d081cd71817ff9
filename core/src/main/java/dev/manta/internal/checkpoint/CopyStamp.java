package dev.manta.internal.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A file beside a downloaded copy that says that all of it is there, and what it was like then:
/// somebody may have changed it since. Its time is that of the last use.
record CopyStamp(Path directory) {
  private static final String SUFFIX = ".complete";

  /// Outside, where no file of a checkpoint can have its name.
  Path file() {
    return directory.resolveSibling(directory.getFileName() + SUFFIX);
  }

  /// Says that all is there.
  void write() throws IOException {
    Files.writeString(file(), said());
  }

  /// Says that not all is there any more.
  void remove() throws IOException {
    Files.deleteIfExists(file());
  }

  /// Says that somebody uses it now.
  void touch() throws IOException {
    Files.setLastModifiedTime(file(), FileTime.from(Instant.now()));
  }

  /// When it was used last; empty where not all is there.
  Optional<Instant> used() throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.getLastModifiedTime(file()).toInstant());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  /// Whether all is there as it was; what cannot be read is of no use.
  boolean holds() {
    try {
      return Files.readString(file()).equals(said());
    } catch (IOException unreadable) {
      return false;
    }
  }

  /// How many bytes the files have.
  long bytes() throws IOException {
    long bytes = 0;
    for (Path each : files()) {
      bytes += Files.size(each);
    }
    return bytes;
  }

  private String said() throws IOException {
    var text = new StringBuilder();
    for (Path each : files()) {
      text.append(directory.relativize(each))
          .append('\t')
          .append(Files.size(each))
          .append('\t')
          .append(Files.getLastModifiedTime(each))
          .append('\n');
    }
    return text.toString();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
