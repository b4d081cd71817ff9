package dev.manta.torch.io;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// Writes a file beside its place and moves it there when it is whole: a reader never sees half of
/// it.
final class NewFile {
  private NewFile() {}

  /// Fills the new file.
  interface Filling {
    void fill(FileChannel out) throws IOException;
  }

  static void write(Path file, Filling filling) {
    Path absolute = file.toAbsolutePath();
    Path temporary =
        absolute.resolveSibling("." + absolute.getFileName() + "." + ProcessHandle.current().pid());
    try {
      Files.createDirectories(absolute.getParent());
      try (FileChannel out =
          FileChannel.open(
              temporary,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        filling.fill(out);
        out.force(true);
      }
      Files.move(
          temporary, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.STORAGE, file + " cannot be written: " + e, e);
    } finally {
      remove(temporary);
    }
  }

  private static void remove(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      temporary.toFile().deleteOnExit();
    }
  }
}
