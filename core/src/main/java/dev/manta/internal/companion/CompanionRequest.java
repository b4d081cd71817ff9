package dev.manta.internal.companion;

import dev.manta.data.BatchOptions;
import dev.manta.data.Cursor;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.Moment;
import java.util.Map;

/// What a rank wants of its companion. A connection is for one of these, and whatever it holds is
/// given back when the connection ends.
sealed interface CompanionRequest {
  /// The first message of a connection.
  ///
  /// @param token what only processes of the run can read
  record Greeting(String token, CompanionRequest request) {}

  /// Nothing but that the companion stays as long as the connection does.
  record Stay() implements CompanionRequest {}

  /// The batches of a rank's shard; each pass is asked for by a [BeginPass].
  ///
  /// @param dataset the dataset as it travels, see [dev.manta.internal.data.plan.DatasetSpec]
  record OpenShard(
      String name, String dataset, int rank, int ranks, int lanes, boolean sampledByAbsolutePath)
      implements CompanionRequest {}

  /// The files of a directory are to be a part of a checkpoint.
  ///
  /// @param checkpoints the location that holds the checkpoints of the run
  record StorePart(
      String checkpoints,
      String name,
      int rank,
      Extent extent,
      Moment moment,
      String directory,
      Map<String, String> metadata)
      implements CompanionRequest {}

  /// A small file is to be an object of storage, in place of what was there.
  record StoreFile(String location, String file) implements CompanionRequest {}

  /// The files of a stored checkpoint as a directory to read from, until the connection ends.
  record OpenCheckpoint(String location) implements CompanionRequest {}

  /// One pass over a shard.
  ///
  /// @param cursor where it begins: within a pass, or behind the end of the one before
  record BeginPass(BatchOptions options, Cursor cursor) {}

  /// What all ranks have said in an exchange, by rank.
  record Exchanged(long[][] all) {}
}
