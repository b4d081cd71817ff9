package dev.manta.checkpoint;

import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.StoredCheckpoint;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;

/// A directory of files from which training can resume: one to be reported, or one that was
/// committed.
///
/// What the files hold is the user's business. A checkpoint is data, never code. It says what it
/// is: whole, or with [#part] the share of the rank that reports it.
public interface Checkpoint {
  /// A checkpoint made of the files below a local directory, the whole of it from one rank. Links
  /// to files count as files; what else is not a file, such as a pipe, is refused when stored.
  static Checkpoint fromDirectory(Path directory) {
    return LocalCheckpoint.of(directory);
  }

  /// A checkpoint at a location, such as one that another run committed.
  static Checkpoint at(Location location) {
    return StoredCheckpoint.at(Storages.at(location), location);
  }

  /// The same as this rank's part: every rank must report its own, and all parts together are one
  /// checkpoint.
  Checkpoint part();

  /// The same taken in the middle of an epoch: resuming from it repeats that epoch.
  Checkpoint midEpoch();

  /// The same with a name of the program's choice, such as `epoch-3`, in place of a number. In
  /// storage it is `epoch-3-attempt-1`, as a later attempt may report it anew and the first one
  /// stays as it is until then; within an attempt a name is used once. Ranks that report parts of
  /// one checkpoint give it the same name.
  Checkpoint named(String name);

  /// The same, brought to storage by a function instead of by Manta.
  Checkpoint uploadWith(UploadFunction function);

  /// The same, handed over: `report` makes no copy, the program does not touch the directory any
  /// more, and it is deleted once it is stored.
  Checkpoint deleteAfterUpload();

  /// The same with a note that travels along.
  Checkpoint withMetadata(String key, String value);

  /// The notes that travel along.
  Map<String, String> metadata();

  /// Whether this is only the reporting rank's part.
  boolean isPart();

  /// Whether resuming from this repeats its epoch.
  boolean inMidEpoch();

  /// Where the files are.
  Location location();

  /// How many ranks' parts this has: 1 where it is whole.
  int parts();

  /// The files of one part, counted from 0; where the checkpoint is whole, all of them.
  Checkpoint partOf(int index);

  /// Copies the files into a directory, which is made if need be. Nothing is written outside it:
  /// links in it are replaced, or refused where a directory should be.
  void toDirectory(Path directory);

  /// The files as a local directory to read from: where they lie if that is local, else a copy that
  /// the processes of a node share.
  Opened open();

  /// Runs a function on the files as a local directory to read from.
  default <R> R asDirectory(Function<Path, R> function) {
    try (Opened opened = open()) {
      return function.apply(opened.directory());
    }
  }

  /// A local directory with a checkpoint's files, until it is closed.
  interface Opened extends AutoCloseable {
    /// Where the files are, to read only.
    Path directory();

    @Override
    void close();
  }
}
