package dev.manta.checkpoint;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.TreeMap;

/// A local directory as a checkpoint, and how it is meant.
public record LocalCheckpoint(
    Path directory, boolean isPart, boolean inMidEpoch, Map<String, String> metadata)
    implements Checkpoint {
  public LocalCheckpoint {
    metadata = Map.copyOf(metadata);
  }

  static LocalCheckpoint of(Path directory) {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "a checkpoint is made from a directory: "
              + directory
              + (Files.exists(directory) ? " is a file" : " does not exist"));
    }
    return new LocalCheckpoint(directory.toAbsolutePath().normalize(), false, false, Map.of());
  }

  @Override
  public LocalCheckpoint part() {
    return new LocalCheckpoint(directory, true, inMidEpoch, metadata);
  }

  @Override
  public LocalCheckpoint midEpoch() {
    return new LocalCheckpoint(directory, isPart, true, metadata);
  }

  @Override
  public LocalCheckpoint withMetadata(String key, String value) {
    Map<String, String> more = new TreeMap<>(metadata);
    more.put(key, value);
    return new LocalCheckpoint(directory, isPart, inMidEpoch, more);
  }

  @Override
  public void toDirectory(Path target) {
    try (var files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        copy(file, target.resolve(directory.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "cannot copy checkpoint " + directory + " to " + target + ": " + e.getMessage(),
          e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isDirectory(from)) {
      Files.createDirectories(to);
    } else {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public Opened open() {
    return new Opened() {
      @Override
      public Path directory() {
        return directory;
      }

      @Override
      public void close() {}
    };
  }
}
