package dev.manta.xgboost.internal.matrix;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A directory for the pages of a matrix that does not fit into memory, gone when it is closed; one
/// that is not closed goes with the temp directory of its worker.
final class CacheDirectory implements AutoCloseable {
  private final Path path;

  private CacheDirectory(Path path) {
    this.path = path;
  }

  static CacheDirectory open() {
    try {
      return new CacheDirectory(Files.createTempDirectory("manta-xgboost-"));
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "XGBoost's pages cannot be kept in %s: %s; free space there, or set MANTA_SCRATCH to a larger disk"
              .formatted(System.getProperty("java.io.tmpdir"), e.getMessage()),
          e);
    }
  }

  /// What the names of its files begin with.
  String prefix() {
    return path.resolve("pages").toString();
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(path);
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "pages of XGBoost cannot be deleted from " + path + ": " + e, e);
    }
  }
}
