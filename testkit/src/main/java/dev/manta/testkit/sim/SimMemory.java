package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController.Held;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.live.CommitCopy;
import dev.manta.internal.worker.live.CommitSlots;
import java.util.List;
import java.util.Optional;

/// What a worker process holds of the newest commits, from one attempt to the next.
final class SimMemory {
  private final SimWorld world;
  private final Script script;
  private final CommitSlots<Copy> slots = new CommitSlots<>(Copy::new);
  private int rank;
  private int size;
  private boolean committed;

  SimMemory(SimWorld world) {
    this.world = world;
    this.script = world.script();
  }

  /// The copy of a commit, with the shards of these ranks.
  private static final class Copy implements CommitCopy {
    private long commit;
    private long checksum;
    private List<Integer> shards = List.of();

    /// Copies over what was here.
    Copy of(long newer, long sum, List<Integer> ofRanks) {
      commit = newer;
      checksum = sum;
      shards = ofRanks;
      return this;
    }

    @Override
    public long checksum() {
      return checksum;
    }

    @Override
    public void close() {
      commit = 0;
      shards = List.of();
    }
  }

  /// An attempt begins.
  void join(ToWorker.Join join) {
    rank = join.place().rank();
    size = join.place().size();
    committed = false;
    long from = join.start().commit();
    if (from == 0) {
      slots.drop();
      return;
    }
    slots.settle(world.flaw() == Flaw.COMMIT_UNSETTLED ? from - 1 : from);
    Optional<Copy> copy = Optional.ofNullable(slots.of(from)).filter(c -> c.commit == from);
    List<Integer> shards = copy.map(c -> c.shards).orElse(List.of());
    world.memoryAudit().joined(join, copy.isPresent(), shards);
  }

  /// A rank with shards has copied its state and its neighbour's shards, and waits for the others.
  void store(long step) {
    if (script.live && script.sharded) {
      var _ = slots.scratch().of(step, checksum(step), shards());
      slots.store(held(step, step));
    }
  }

  /// A step is done by all; with live state it is a commit.
  void commit() {
    if (script.live && script.sharded) {
      slots.confirm();
    } else if (script.live && !committed) {
      slots.drop();
    }
    committed |= script.live;
  }

  /// Whether a commit was made in this attempt.
  boolean committed() {
    return committed;
  }

  /// All ranks leave at the same commit, whole.
  Held whole(long step) {
    return hold(step, step);
  }

  /// Whoever has committed in this attempt holds its last step, unless that is torn.
  Held hold(long step) {
    boolean torn = !script.sharded && script.chance(script.torn);
    return torn ? slots.held() : hold(step, checksum(step));
  }

  private Held hold(long step, long checksum) {
    if (script.sharded) {
      slots.sum();
    } else if (committed) {
      slots.keep(new Copy().of(step, checksum, List.of()), held(step, checksum));
    }
    return slots.held();
  }

  private long checksum(long step) {
    return script.chance(script.diverged) ? script.random.nextLong() : step;
  }

  private Held held(long step, long checksum) {
    return new Held(step, true, checksum, step, (int) step, size, shards());
  }

  /// Its own shards, and those of the rank before it.
  private List<Integer> shards() {
    return script.sharded ? List.of(rank, (rank + size - 1) % size) : List.of();
  }
}
