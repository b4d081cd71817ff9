package dev.manta.spi.natives;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Native libraries that a framework unpacks itself, into a directory that several processes share:
/// the first process that does it is alone until all are there, and leaves a mark that names them.
///
/// @param directory the directory
/// @param name that of these libraries, by which they are told from others in it
public record SharedUnpacking(Path directory, String name) {
  /// How the framework does it.
  @FunctionalInterface
  public interface Loading {
    /// Unpacks libraries if need be and loads them; gives the files that it has loaded.
    List<Path> load() throws IOException;
  }

  /// A file of this name and ending beside the libraries. It begins with a dot, so who empties the
  /// directory with a glob leaves it.
  public Path beside(String ending) {
    return directory.resolve("." + name + ending);
  }

  private Path mark() {
    return beside(".ready");
  }

  /// Whether all that was unpacked once is still there.
  public boolean isReady() throws IOException {
    try {
      return Files.readAllLines(mark()).stream().map(Path::of).allMatch(Files::exists);
    } catch (NoSuchFileException unmarked) {
      return false;
    }
  }

  /// Loads the libraries, alone where they are not all there.
  public void load(Loading loading) throws IOException {
    if (isReady()) {
      loading.load();
      return;
    }
    Files.createDirectories(directory);
    try (var channel =
            FileChannel.open(beside(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      if (isReady()) {
        loading.load();
      } else {
        unpack(loading);
      }
    }
  }

  /// The mark goes first: a file that is being written is there, and not complete.
  private void unpack(Loading loading) throws IOException {
    Files.deleteIfExists(mark());
    List<String> unpacked =
        loading.load().stream()
            .filter(file -> file.startsWith(directory))
            .map(Path::toString)
            .toList();
    Path fresh = Files.write(beside(".new"), unpacked);
    Files.move(fresh, mark(), StandardCopyOption.ATOMIC_MOVE);
  }
}
