package dev.manta.internal.collective.shm;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.RankSlices;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.fold.Fold;
import java.lang.foreign.MemorySegment;

/// One reduction over shared memory. Each rank folds its slice, chunk by chunk: from where the
/// ranks' values were born, or from the slots they were staged in; into where the results were
/// born, or into a slot from which the others take them.
///
/// Between two barriers a rank stages chunk i+1, folds chunk i and takes chunk i-1, so no slot is
/// read and written in the same interval.
final class ShmReduce {
  private static final long SMALL = 2 << 10;
  private static final long SMALL_CROWDED = 64 << 10;

  /// After how many elements a folding rank looks whether somebody died: tens of microseconds.
  private static final long BETWEEN_LOOKS = 64L * Fold.BLOCK;

  private final ShmEngine engine;
  private final CallHeader header;
  private final Reduction reduction;
  private final MemorySegment in;
  private final MemorySegment out;
  private final RankSlices rankSlices;
  private final int rank;
  private final int ranks;
  private final int bytes;
  private final long inPlace;
  private final MemorySegment[] sources;
  private final MemorySegment[] sinks;
  private final boolean[] staged;

  private boolean anyBorn;
  private boolean anyStaged;
  private boolean direct;
  private long perChunk;
  private long chunks;
  private long first;

  ShmReduce(
      ShmEngine engine,
      CallHeader header,
      Reduction reduction,
      MemorySegment in,
      MemorySegment out) {
    this.engine = engine;
    this.header = header;
    this.reduction = reduction;
    this.in = in;
    this.out = out;
    this.rank = engine.rank();
    this.ranks = engine.ranks();
    this.bytes = reduction.type().bytes();
    this.rankSlices = RankSlices.of(reduction, header.count(), ranks);
    this.inPlace = engine.births().place(in);
    this.sources = new MemorySegment[ranks];
    this.sinks = new MemorySegment[ranks];
    this.staged = new boolean[ranks];
    this.first = engine.nextChunk();
  }

  void run() {
    perChunk = engine.slots().share() / bytes;
    if (isSmall()) {
      runSmall();
    } else {
      runSliced();
    }
  }

  /// Small values: a second barrier costs more than folding everything on every rank, above all
  /// when ranks must share cores.
  private boolean isSmall() {
    return in.byteSize() * ranks <= (engine.board().isCrowded() ? SMALL_CROWDED : SMALL)
        && in.byteSize() <= engine.slots().slot()
        && !(reduction.target() instanceof Reduction.Slices);
  }

  private void runSmall() {
    MemorySegment.copy(in, 0, engine.memory(), engine.slots().given(rank, first), in.byteSize());
    engine.arrive(header, 0, 0);
    engine.takeChunks(1);
    if (receives(rank)) {
      Fold fold = engine.fold(reduction, header.sequence());
      for (long at = 0; at < header.count(); at += Fold.BLOCK) {
        foldSmall(fold, at, (int) Math.min(Fold.BLOCK, header.count() - at));
      }
    }
  }

  private void foldSmall(Fold fold, long at, int count) {
    for (int peer = 0; peer < ranks; peer++) {
      fold.add(peer, engine.memory(), engine.slots().given(peer, first) + at * bytes, count);
    }
    fold.finish(out, at * bytes, count);
  }

  private void runSliced() {
    if (inPlace == 0) {
      stage(0);
    }
    engine.arrive(header, inPlace, receives(rank) ? engine.births().place(out) : 0);
    resolve();
    Fold fold = engine.fold(reduction, header.sequence());
    for (long i = 0; i < chunks; i++) {
      interval(fold, i);
    }
    if (!direct && chunks > 0) {
      take(chunks - 1);
    }
  }

  private void interval(Fold fold, long i) {
    if (inPlace == 0 && i + 1 < chunks) {
      stage(i + 1);
    }
    foldChunk(fold, i);
    if (!direct && i > 0) {
      take(i - 1);
    }
    if (i + 1 < chunks || closes()) {
      engine.meet();
    }
  }

  /// Whether others read what this rank has, or wrote, after the last chunk.
  private boolean closes() {
    return anyBorn || !(reduction.target() instanceof Reduction.Slices);
  }

  /// Whether a rank gets results that other ranks fold.
  private boolean receives(int taker) {
    return switch (reduction.target()) {
      case Reduction.Everyone _ -> true;
      case Reduction.Root(int root) -> taker == root;
      case Reduction.Slices _ -> false;
    };
  }

  private void resolve() {
    direct = true;
    for (int peer = 0; peer < ranks; peer++) {
      resolveSource(peer, engine.board().in(peer, header.sequence()));
      resolveSink(peer, engine.board().out(peer, header.sequence()));
    }
    if (!anyStaged && direct) {
      perChunk = Math.max(1, rankSlices.longest());
    }
    chunks = (rankSlices.longest() + perChunk - 1) / perChunk;
    first = engine.takeChunks(chunks);
  }

  private void resolveSource(int peer, long place) {
    anyBorn |= place != 0;
    anyStaged |= place == 0;
    staged[peer] = place == 0;
    sources[peer] = peer == rank ? in : place == 0 ? engine.memory() : born(place, peer);
  }

  private void resolveSink(int peer, long place) {
    direct &= place != 0 || !receives(peer);
    sinks[peer] = place == 0 ? MemorySegment.NULL : born(place, peer);
  }

  private MemorySegment born(long place, int peer) {
    long offset = SharedAllocations.offset(place);
    MemorySegment memory = engine.births().memory(place, peer);
    return memory.asSlice(offset, Math.min(header.count() * bytes, memory.byteSize() - offset));
  }

  private long begin(int slice, long i) {
    return Math.min(rankSlices.end(slice), rankSlices.start(slice) + i * perChunk);
  }

  /// Puts chunk i of every other rank's slice into this rank's slot.
  private void stage(long i) {
    long at = engine.slots().given(rank, first + i);
    for (int slice = 0; slice < ranks; slice++) {
      long from = begin(slice, i);
      long length = (begin(slice, i + 1) - from) * bytes;
      if (slice != rank && length > 0) {
        long to = at + slice * engine.slots().share();
        MemorySegment.copy(in, from * bytes, engine.memory(), to, length);
      }
    }
  }

  private void foldChunk(Fold fold, long i) {
    long begin = begin(rank, i);
    long end = begin(rank, i + 1);
    for (long at = begin; at < end; at += Fold.BLOCK) {
      if ((at - begin) % BETWEEN_LOOKS == 0) {
        engine.check();
      }
      int count = (int) Math.min(Fold.BLOCK, end - at);
      for (int peer = 0; peer < ranks; peer++) {
        fold.add(peer, sources[peer], source(peer, i, at, begin), count);
      }
      fold.settle(count);
      store(fold, i, at, count);
    }
  }

  private long source(int peer, long i, long at, long begin) {
    if (peer == rank || !staged[peer]) {
      return at * bytes;
    }
    long slot = engine.slots().given(peer, first + i) + rank * engine.slots().share();
    return slot + (at - begin) * bytes;
  }

  private void store(Fold fold, long i, long at, int count) {
    if (reduction.target() instanceof Reduction.Slices) {
      fold.store(out, (at - rankSlices.start(rank)) * bytes, count);
    } else if (direct) {
      storeBorn(fold, at, count);
    } else {
      long slot = engine.slots().folded(rank, first + i) + (at - begin(rank, i)) * bytes;
      fold.store(engine.memory(), slot, count);
      if (receives(rank)) {
        fold.store(out, at * bytes, count);
      }
    }
  }

  private void storeBorn(Fold fold, long at, int count) {
    for (int peer = 0; peer < ranks; peer++) {
      if (receives(peer)) {
        fold.store(sinks[peer], at * bytes, count);
      }
    }
  }

  /// Copies chunk i of the other ranks' slices from where they left it.
  private void take(long i) {
    if (!receives(rank)) {
      return;
    }
    for (int slice = 0; slice < ranks; slice++) {
      long to = begin(slice, i);
      long length = (begin(slice, i + 1) - to) * bytes;
      if (slice != rank && length > 0) {
        long from = engine.slots().folded(slice, first + i);
        MemorySegment.copy(engine.memory(), from, out, to * bytes, length);
      }
    }
  }
}
