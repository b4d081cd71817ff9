package dev.manta.internal.companion;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.companion.CompanionRequest.OpenCheckpoint;
import dev.manta.internal.companion.CompanionRequest.StoreFile;
import dev.manta.internal.companion.CompanionRequest.StorePart;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Path;

/// Checkpoints and files of ranks in storage that only Java reaches.
final class CompanionStorage {
  private CompanionStorage() {}

  static CompanionAnswer store(StorePart asked) {
    Location checkpoints = Location.parse(asked.checkpoints());
    var files =
        new LocalCheckpoint(
            Path.of(asked.directory()), false, asked.moment().midEpoch(), asked.metadata());
    return new CompanionAnswer.Stored(
        new CheckpointStore(Storages.at(checkpoints), checkpoints)
            .store(asked.name(), asked.rank(), asked.extent(), asked.moment(), files));
  }

  static CompanionAnswer store(StoreFile asked) {
    Location location = Location.parse(asked.location());
    Storages.at(location).put(location, ByteSource.of(Path.of(asked.file())));
    return new CompanionAnswer.StoredAt(location.toString());
  }

  /// The files stay as long as the rank reads them.
  static void hold(OpenCheckpoint asked, CompanionChannel channel) throws IOException {
    Checkpoint checkpoint = Checkpoint.at(Location.parse(asked.location()));
    try (Checkpoint.Opened files = checkpoint.open()) {
      String directory = files.directory().toString();
      channel.send(new CompanionAnswer.Fetched(directory, checkpoint.metadata()));
      channel.awaitEnd();
    }
  }
}
