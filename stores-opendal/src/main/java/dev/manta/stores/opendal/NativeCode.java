package dev.manta.stores.opendal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.opendal.NativeLibrary;

/// OpenDAL's native library, which it copies to the temp directory at each start: 45 MB that a
/// process which is killed would leave there.
final class NativeCode {
  private static final String NAME = "libopendal_java";
  private static final Path MAPS = Path.of("/proc/self/maps");

  private NativeCode() {}

  /// Loads it, at the first call.
  static void load() {
    try {
      NativeLibrary.loadLibrary();
    } catch (LinkageError | UncheckedIOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "OpenDAL's native library cannot be loaded on %s %s; add"
                  .formatted(System.getProperty("os.name"), System.getProperty("os.arch"))
              + " org.apache.opendal:opendal with the classifier of this platform",
          e);
    }
    loadedFrom().forEach(NativeCode::delete);
  }

  /// Where this process has it from; nothing where that cannot be known.
  static List<Path> loadedFrom() {
    Path temp = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
    try {
      return Files.readAllLines(MAPS).stream()
          .filter(line -> line.contains("/" + NAME))
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .filter(path -> path.startsWith(temp))
          .distinct()
          .toList();
    } catch (IOException notLinux) {
      return List.of();
    }
  }

  /// What is mapped stays until the process ends.
  private static void delete(Path copy) {
    try {
      Files.deleteIfExists(copy);
    } catch (IOException kept) {
      // OpenDAL deletes it when the process ends.
    }
  }
}
