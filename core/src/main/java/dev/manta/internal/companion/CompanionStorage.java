package dev.manta.internal.companion;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.companion.CompanionRequest.CopyCheckpoint;
import dev.manta.internal.companion.CompanionRequest.OpenCheckpoint;
import dev.manta.internal.companion.CompanionRequest.StorePart;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.nio.file.Path;

/// Checkpoints of ranks in storage that only Java reaches.
final class CompanionStorage {
  private CompanionStorage() {}

  static CompanionAnswer store(StorePart asked) {
    Location checkpoints = Location.parse(asked.checkpoints());
    Storage storage = Storages.at(checkpoints);
    var files =
        new LocalCheckpoint(
            Path.of(asked.directory()), false, asked.moment().midEpoch(), asked.metadata());
    StoredPart part =
        new CheckpointStore(storage, checkpoints)
            .store(asked.name(), asked.rank(), asked.extent(), asked.moment(), files);
    return new CompanionAnswer.Stored(part, storage.traffic());
  }

  static CompanionAnswer copy(CopyCheckpoint asked) {
    Location at = Location.parse(asked.location());
    Checkpoint checkpoint = Checkpoint.at(at);
    checkpoint.toDirectory(Path.of(asked.directory()));
    return fetched(asked.directory(), checkpoint, at);
  }

  static Checkpoint at(OpenCheckpoint asked) {
    return Checkpoint.at(Location.parse(asked.location()));
  }

  static CompanionAnswer opened(Checkpoint.Opened files, Checkpoint checkpoint) {
    return fetched(files.directory().toString(), checkpoint, checkpoint.location());
  }

  private static CompanionAnswer fetched(String directory, Checkpoint checkpoint, Location at) {
    return new CompanionAnswer.Fetched(
        directory, checkpoint.metadata(), checkpoint.parts(), Storages.at(at).traffic());
  }
}
