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

  /// Refuses a disk without space: XGBoost would end the process when it is full.
  ///
  /// @param bytes how much will be written, by all ranks of this host
  static CacheDirectory open(long bytes) {
    Path parent = directory();
    try {
      long free = Files.getFileStore(parent).getUsableSpace();
      if (free < bytes) {
        throw failure(
            "they take up to %s MB, and %s MB are free".formatted(bytes >> 20, free >> 20));
      }
      var cache = new CacheDirectory(Files.createTempDirectory(parent, "manta-xgboost-"));
      warn(parent);
      return cache;
    } catch (IOException e) {
      MantaException failed = failure(String.valueOf(e.getMessage()));
      failed.addSuppressed(e); // of an error with a cause a run tells that first
      throw failed;
    }
  }

  /// Others may fill the disk later. Of a process that then ends, the last lines are in the error.
  private static void warn(Path parent) {
    System.err.println(
        "xgboost: pages of rows are written below %s; if that disk becomes full, XGBoost ends this process: free space there, set MANTA_SCRATCH to a larger disk, or allow more memory"
            .formatted(parent));
  }

  private static MantaException failure(String why) {
    return new MantaException(
        ErrorCode.STORAGE,
        "XGBoost's pages cannot be kept in %s: %s; free space there, set MANTA_SCRATCH to a larger disk, or allow more memory"
            .formatted(directory(), why));
  }

  private static Path directory() {
    return Path.of(System.getProperty("java.io.tmpdir"));
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
