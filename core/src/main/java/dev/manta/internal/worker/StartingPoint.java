package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.wire.ToWorker;
import dev.manta.storage.Location;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The checkpoint that an attempt resumes from, if any.
final class StartingPoint {
  private final ToWorker.Join join;
  private final System.Logger logger;
  private @Nullable Checkpoint stored;
  private boolean warned;

  StartingPoint(ToWorker.Join join, System.Logger logger) {
    this.join = join;
    this.logger = logger;
  }

  Optional<Checkpoint> stored() {
    String from = join.start().checkpoint();
    if (stored == null && !from.isEmpty()) {
      stored = Checkpoint.at(Location.parse(from));
    }
    return Optional.ofNullable(stored);
  }

  /// The checkpoint in storage, of which those who resume from memory should know that it is older.
  Optional<Checkpoint> checkpoint() {
    boolean older = join.start().commit() > 0 && stored().isPresent();
    if (older && join.place().rank() == 0 && !warned) {
      warned = true;
      logger.log(
          System.Logger.Level.WARNING,
          "ctx.checkpoint() is older than live state, which resumes from commit %s: keep what must agree with live state in live state"
              .formatted(join.start().commit()));
    }
    return stored();
  }
}
