package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.UploadOptions;
import dev.manta.storage.Location;
import dev.manta.train.Upload;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/// What a program calls its checkpoints in one attempt: each name once, as the second would be
/// written over the first.
final class CheckpointNames {
  private final CheckpointStore store;
  private final int attempt;
  private final Set<String> taken = new HashSet<>();

  CheckpointNames(CheckpointStore store, int attempt) {
    this.store = store;
    this.attempt = attempt;
  }

  /// Throws where what was said of a checkpoint cannot be done.
  void require(Checkpoint checkpoint, Upload upload) {
    UploadOptions options = UploadOptions.of(checkpoint);
    boolean says =
        options.name().isPresent() || options.function().isPresent() || options.deletes();
    if (upload == Upload.IN_PLACE && says) {
      throw new IllegalArgumentException(
          "with Upload.IN_PLACE a checkpoint's files stay where they are, under the name of their"
              + " directory: leave out named, uploadWith and deleteAfterUpload");
    }
    options
        .name()
        .filter(taken::contains)
        .ifPresent(
            name -> {
              throw new IllegalArgumentException(
                  "a checkpoint was called \"%s\" before: add what differs, such as the epoch; the best one is found with CheckpointConfig.scoreBy and Result.bestCheckpoint"
                      .formatted(name));
            });
    if (options.deletes()) {
      requireApart(checkpoint);
    }
  }

  /// Whoever hands over a directory of the run would lose what is in it.
  private void requireApart(Checkpoint checkpoint) {
    Location run = real(store.at(""));
    Location given = real(checkpoint.location());
    if (run.isWithin(given) || given.isWithin(run)) {
      throw new IllegalArgumentException(
          "%s holds checkpoints of the run, or is one: it cannot be deleted after upload"
              .formatted(checkpoint.location()));
    }
  }

  /// Without links on the way.
  private static Location real(Location location) {
    try {
      return location.isLocal() ? Location.of(location.localPath().toRealPath()) : location;
    } catch (IOException notThere) {
      return location;
    }
  }

  /// The name of a checkpoint's directory, and nobody else's from now on; empty where it has its
  /// number.
  String take(Checkpoint checkpoint, Upload upload) {
    if (upload == Upload.IN_PLACE) {
      return store.nameAt(checkpoint.location());
    }
    return UploadOptions.of(checkpoint)
        .name()
        .map(
            given -> {
              taken.add(given);
              return CheckpointStore.name(attempt, given);
            })
        .orElse("");
  }
}
