package dev.manta.internal.companion;

import dev.manta.data.Cursor;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.storage.StorageFailure;
import java.util.Map;

/// What the companion says to a rank, as JSON.
sealed interface CompanionAnswer {
  /// A shard is open.
  ///
  /// @param cursor before its first pass
  record Opened(Cursor cursor) implements CompanionAnswer {}

  /// A part of a checkpoint is durable.
  record Stored(StoredPart part) implements CompanionAnswer {}

  /// A file is durable.
  record StoredAt(String location) implements CompanionAnswer {}

  /// A stored checkpoint lies in a directory.
  record Fetched(String directory, Map<String, String> metadata) implements CompanionAnswer {}

  /// It did not come about.
  ///
  /// @param code whose turn it is
  /// @param passing whether it may succeed in a while
  record Refused(ErrorCode code, String why, boolean passing) implements CompanionAnswer {
    static Refused of(RuntimeException e) {
      String why = e.getMessage() == null ? e.toString() : e.getMessage();
      if (e instanceof MantaException known) {
        boolean passing = known.code() == ErrorCode.STORAGE && !StorageFailure.isLasting(known);
        return new Refused(known.code(), why, passing);
      }
      return new Refused(ErrorCode.USER, why, false);
    }
  }
}
