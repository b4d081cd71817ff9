package dev.manta.tune;

import dev.manta.checkpoint.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A checkpoint of one file, whose directory is deleted with its process.
final class SavedText {
  private SavedText() {}

  static Checkpoint of(String name, Object text) throws IOException {
    Path directory = Files.createTempDirectory(name);
    directory.toFile().deleteOnExit();
    Path file = Files.writeString(directory.resolve(name), text.toString());
    file.toFile().deleteOnExit();
    return Checkpoint.fromDirectory(directory);
  }
}
