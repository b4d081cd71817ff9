package dev.manta.internal.worker.live;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.internal.wire.ToController.Held;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Commits of a function that has shards: each rank copies all of its state and hands a copy of its
/// shards to its neighbour.
///
/// A commit is confirmed when every rank has its copies. Until then the one before is kept too: if
/// a rank is lost meanwhile, either everybody who is left has all of the newer one, or nobody has
/// confirmed it and everybody has the older one.
public final class Replicas {
  private final Supplier<Collectives> group;
  private final LiveState live;
  private final HeldCommits held;
  private final long node;
  private @Nullable ReplicaNeighbours neighbours;

  /// @param node the place of this rank's node among those of the run
  public Replicas(Supplier<Collectives> group, LiveState live, HeldCommits held, int node) {
    this.group = group;
    this.live = live;
    this.held = held;
    this.node = node;
  }

  public HeldCommits holding() {
    return held;
  }

  /// Makes a commit; `what` lacks only who has which shards.
  public void commit(Held what) {
    Collectives all = group.get();
    Stash next = held.scratch();
    live.forEach(next::takeRestless);
    live.forEach(next::takeSteady);
    List<Integer> kept = List.of(all.rank());
    copyOwn(next, all.rank());
    if (all.size() > 1) {
      ReplicaNeighbours around = neighbours(all);
      exchange(all, around, next);
      kept = around.keptBy(all.rank());
    }
    held.store(what.shards(kept));
    if (all.size() > 1) {
      all.barrier();
    }
    held.confirm();
  }

  private void copyOwn(Stash to, int rank) {
    ShardImage image = ShardImage.of(live.shards());
    image.copyTo(to.shard(rank, image.bytes()));
  }

  private ReplicaNeighbours neighbours(Collectives all) {
    ReplicaNeighbours known = neighbours;
    if (known == null) {
      known = ReplicaNeighbours.of(Arrays.stream(gather(all, node)).boxed().toList());
      neighbours = known;
    }
    return known;
  }

  private static long[] gather(Collectives all, long mine) {
    long[] everybody = new long[all.size()];
    all.allGather(Values.of(new long[] {mine}), Values.of(everybody));
    return everybody;
  }

  private static void exchange(Collectives all, ReplicaNeighbours around, Stash copies) {
    int me = all.rank();
    long[] bytes = gather(all, copies.shardOf(me).orElseThrow().byteSize());
    for (int from : around.order()) {
      int to = around.keeperOf(from);
      if (from == me) {
        all.send(values(copies.shardOf(me).orElseThrow()), to);
      } else if (to == me) {
        all.receive(values(copies.shard(from, bytes[from])), from);
      }
    }
  }

  static Values values(MemorySegment memory) {
    return Values.of(memory, ElementType.I8);
  }
}
