package dev.manta.checkpoint;

import java.nio.file.Path;
import java.util.Map;

/// A directory of files that training can go on from: one to be reported, or one that was
/// committed.
///
/// What the files hold is the user's business. A checkpoint is data, never code.
public interface Checkpoint {
  /// A checkpoint made of the files below a local directory, the whole of it from one rank.
  static Checkpoint fromDirectory(Path directory) {
    return LocalCheckpoint.of(directory);
  }

  /// The same as this rank's part: every rank must report its own, and all parts together are one
  /// checkpoint.
  Checkpoint part();

  /// The same taken in the middle of an epoch: going on from it repeats that epoch.
  Checkpoint midEpoch();

  /// The same with a note that travels along.
  Checkpoint withMetadata(String key, String value);

  /// The notes that travel along.
  Map<String, String> metadata();

  /// Copies the files into a directory, which is made if need be.
  void toDirectory(Path directory);

  /// The files as a local directory to read from: where they lie if that is local, else a copy that
  /// the processes of a node share.
  Opened open();

  /// A local directory with a checkpoint's files, until it is closed.
  interface Opened extends AutoCloseable {
    Path directory();

    @Override
    void close();
  }
}
