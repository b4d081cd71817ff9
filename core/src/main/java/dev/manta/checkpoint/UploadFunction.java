package dev.manta.checkpoint;

import dev.manta.storage.Location;
import java.nio.file.Path;

/// Brings a checkpoint's files to storage in a way of its own: with a vendor's tool, over many
/// connections, past a proxy.
///
/// It runs in the worker that reported the checkpoint, on a thread beside the function, so it must
/// not use collectives.
@FunctionalInterface
public interface UploadFunction {
  /// Copies every file below the directory to the same path below the location, and returns when
  /// they are durable. Manta then looks whether each is there with its size. An `IOException`
  /// counts as storage that does not work now, and the function is called again for up to ten
  /// minutes, so a second call must do no harm; any other exception fails the worker.
  void upload(Path directory, Location to) throws Exception;
}
