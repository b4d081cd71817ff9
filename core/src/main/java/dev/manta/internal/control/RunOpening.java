package dev.manta.internal.control;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.util.Optional;

/// How a run is opened.
///
/// @param detached the run of a program that may have had an earlier life
/// @param retry how storage is tried again until the run is open
/// @param proven whether storage lets exactly one of several puts-if-absent win: nothing may be put
///   so before that is known
record RunOpening(Optional<DetachedRun> detached, StorageRetry retry, Ahead<Boolean> proven) {
  /// One that asks nothing of storage.
  static RunOpening of(StorageRetry retry) {
    return new RunOpening(Optional.empty(), retry, Ahead.now(() -> true));
  }

  /// One that asks storage while the run is looked up. What an earlier life of this program has
  /// begun lies in a storage that was proven then, and is not asked again.
  static RunOpening in(
      Storage storage, Location root, Optional<DetachedRun> detached, StorageRetry retry) {
    boolean known = root.isLocal() || detached.flatMap(DetachedRun::before).isPresent();
    Ahead<Boolean> proven =
        known ? Ahead.now(() -> true) : Ahead.begin(() -> proven(storage, root, retry));
    return new RunOpening(detached, retry, proven);
  }

  static boolean proven(Storage storage, Location root, StorageRetry retry) {
    return retry.storage(
        () -> {
          storage.requireExclusivePuts(root);
          return true;
        });
  }
}
