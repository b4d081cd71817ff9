package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController.Held;
import dev.manta.internal.wire.ToWorker;
import java.util.List;

/// What a worker process holds of the newest commit, from one attempt to the next.
final class SimMemory {
  private final Script script;
  private int rank;
  private int size;
  private boolean committed;
  private Held held = Held.NOTHING;

  SimMemory(Script script) {
    this.script = script;
  }

  /// An attempt begins.
  void join(ToWorker.Join join) {
    rank = join.place().rank();
    size = join.place().size();
    committed = false;
    if (join.start().commit() == 0) {
      held = Held.NOTHING;
    }
  }

  /// A step is done; with live state it is a commit.
  void commit() {
    committed |= script.live;
  }

  /// Whether a commit was made in this attempt.
  boolean committed() {
    return committed;
  }

  Held held() {
    return held;
  }

  /// All ranks leave at the same commit, whole.
  Held whole(long step) {
    held = held(step, step);
    return held;
  }

  /// Whoever has committed in this attempt holds its last step, unless that is torn.
  Held hold(long step) {
    if (committed) {
      long checksum = script.chance(script.diverged) ? script.random.nextLong() : step;
      boolean torn = script.chance(script.torn);
      held = torn ? Held.NOTHING : held(step, checksum);
    }
    return held;
  }

  private Held held(long step, long checksum) {
    return new Held(step, true, checksum, step, (int) step, size, shards());
  }

  /// Its own shards, and those of the rank before it.
  private List<Integer> shards() {
    return script.sharded ? List.of(rank, (rank + size - 1) % size) : List.of();
  }
}
