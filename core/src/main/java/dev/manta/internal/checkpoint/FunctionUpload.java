package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.UploadFunction;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/// Files that a function of the user's brings to storage.
final class FunctionUpload {
  private FunctionUpload() {}

  static void run(UploadFunction function, LocalCheckpoint from, Location to) {
    try {
      function.upload(from.directory(), to);
    } catch (MantaException e) {
      throw e;
    } catch (IOException e) {
      throw StorageFailure.of("upload with the program's function to", to, e);
    } catch (UncheckedIOException e) {
      throw StorageFailure.of(
          "upload with the program's function to", to, new IOException(e.getMessage(), e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.USER, "the upload function was interrupted", e);
    } catch (Exception e) {
      throw new MantaException(ErrorCode.USER, "the upload function threw " + e, e);
    }
  }

  /// A file as it should be in storage now.
  static StoredFile uploaded(Storage storage, Location checkpoint, String path, Path file) {
    StoredFile expected = FileCopies.measure(file, path);
    Optional<Damage> missing =
        FileCopies.checkSize(storage, checkpoint, checkpoint.name(), expected);
    if (missing.isPresent()) {
      throw new MantaException(
          ErrorCode.USER,
          "the upload function should have brought %s to %s; there is %s"
              .formatted(missing.get().expected(), missing.get().file(), missing.get().found()));
    }
    return expected;
  }
}
