package dev.manta.internal.worker.live;

import dev.manta.collective.Collectives;
import dev.manta.collective.Values;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Gives every rank its shards as of a commit: what it holds itself, or what a neighbour has kept
/// for it.
final class ShardSource {
  private static final long NONE = -1;

  private final Collectives all;
  private final @Nullable Stash held;

  /// @param held what this process holds of that commit
  ShardSource(Collectives all, @Nullable Stash held) {
    this.all = all;
    this.held = held;
  }

  /// This rank's shards. Every rank calls it.
  Map<String, Map<String, MemorySegment>> fetch() {
    long[] has = has();
    MemorySegment mine = held(all.rank()).orElse(MemorySegment.NULL);
    for (int rank = 0; rank < all.size(); rank++) {
      int from = provider(rank, has);
      if (from != rank && from == all.rank()) {
        all.send(Replicas.values(held(rank).orElseThrow()), rank);
      } else if (from != rank && rank == all.rank()) {
        mine = Arena.ofAuto().allocate(has[from * all.size() + rank]);
        all.receive(Replicas.values(mine), from);
      }
    }
    return ShardImage.read(mine);
  }

  private Optional<MemorySegment> held(int rank) {
    return held == null ? Optional.empty() : held.shardOf(rank);
  }

  /// How many bytes each rank has of each rank's shards.
  private long[] has() {
    long[] mine = new long[all.size()];
    Arrays.setAll(mine, rank -> held(rank).map(MemorySegment::byteSize).orElse(NONE));
    long[] everybody = new long[all.size() * all.size()];
    all.allGather(Values.of(mine), Values.of(everybody));
    return everybody;
  }

  /// Who hands a rank its shards: itself, or the first that has a copy.
  private int provider(int rank, long[] has) {
    int size = all.size();
    if (has[rank * size + rank] != NONE) {
      return rank;
    }
    for (int other = 0; other < size; other++) {
      if (has[other * size + rank] != NONE) {
        return other;
      }
    }
    throw new MantaException(
        ErrorCode.MANTA, "nobody has the shards of rank " + rank + ", though somebody should");
  }
}
