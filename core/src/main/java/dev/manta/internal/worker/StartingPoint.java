package dev.manta.internal.worker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Collectives;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.live.CheckpointRestoration;
import dev.manta.internal.worker.live.HeldCommits;
import dev.manta.internal.worker.live.PeerRestoration;
import dev.manta.internal.worker.live.Restoration;
import dev.manta.storage.Location;
import java.util.Optional;
import java.util.function.Supplier;
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

  /// From the rank that holds the newest state, or from the checkpoint; what this process holds is
  /// of no use then.
  Restoration restoration(
      HeldCommits held, RankProgress progress, Supplier<Collectives> collectives) {
    ToWorker.Start from = join.start();
    int rank = join.place().rank();
    if (from.commit() == 0) {
      held.drop();
      return new CheckpointRestoration(this::stored, progress::standsAt, rank, join.place().size());
    }
    progress.standsAt(from.commit());
    held.settle(from.commit());
    return new PeerRestoration(collectives, from, rank, held.of(from.commit()));
  }

  private Optional<Checkpoint> stored() {
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
