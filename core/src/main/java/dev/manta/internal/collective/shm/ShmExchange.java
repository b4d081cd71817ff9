package dev.manta.internal.collective.shm;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.TransferPlan;
import java.lang.foreign.MemorySegment;

/// One exchange over shared memory: each rank takes its pieces from where they were born, or chunk
/// by chunk from the slots they were staged in.
final class ShmExchange {
  /// How much a rank copies before it looks whether somebody died: some hundred microseconds.
  private static final long BETWEEN_LOOKS = 4 << 20;

  private final ShmEngine engine;
  private final CallHeader header;
  private final TransferPlan transfer;
  private final MemorySegment in;
  private final MemorySegment out;
  private final int rank;
  private final int ranks;
  private final long slot;
  private final long inPlace;

  private boolean anyBorn;
  private long chunks;
  private long first;

  ShmExchange(
      ShmEngine engine,
      CallHeader header,
      TransferPlan transfer,
      MemorySegment in,
      MemorySegment out) {
    this.engine = engine;
    this.header = header;
    this.transfer = transfer;
    this.in = in;
    this.out = out;
    this.rank = engine.rank();
    this.ranks = engine.ranks();
    this.slot = engine.slots().slot();
    this.inPlace = transfer.input(rank) == 0 ? 0 : engine.births().place(in);
    this.first = engine.nextChunk();
  }

  void run() {
    stage(0);
    engine.arrive(header, inPlace, 0);
    resolve();
    takeOwn();
    takeBorn();
    for (long i = 0; i < chunks; i++) {
      stage(i + 1);
      takeStaged(i);
      if (i + 1 < chunks) {
        engine.meet();
      }
    }
    if (anyBorn) {
      engine.meet();
    }
  }

  private void resolve() {
    for (int peer = 0; peer < ranks; peer++) {
      if (isBorn(peer)) {
        anyBorn = true;
      } else {
        chunks = Math.max(chunks, (transfer.input(peer) + slot - 1) / slot);
      }
    }
    first = engine.takeChunks(chunks);
  }

  private boolean isBorn(int peer) {
    return engine.board().in(peer, header.sequence()) != 0;
  }

  private void stage(long i) {
    long length = Math.min(slot, transfer.input(rank) - i * slot);
    if (inPlace == 0 && length > 0) {
      long at = engine.slots().given(rank, first + i);
      MemorySegment.copy(in, i * slot, engine.memory(), at, length);
    }
  }

  private void takeOwn() {
    long length = transfer.bytes(rank, rank);
    if (length > 0) {
      copy(in, transfer.source(rank, rank), transfer.target(rank, rank), length);
    }
  }

  private void copy(MemorySegment memory, long from, long to, long length) {
    for (long done = 0; done < length; done += BETWEEN_LOOKS) {
      engine.check();
      long some = Math.min(BETWEEN_LOOKS, length - done);
      MemorySegment.copy(memory, from + done, out, to + done, some);
    }
  }

  private void takeBorn() {
    for (int i = 1; i < ranks; i++) {
      int peer = (rank + i) % ranks;
      if (transfer.bytes(peer, rank) > 0 && isBorn(peer)) {
        takeBorn(peer);
      }
    }
  }

  private void takeBorn(int peer) {
    long place = engine.board().in(peer, header.sequence());
    long from = SharedAllocations.offset(place) + transfer.source(peer, rank);
    MemorySegment memory = engine.births().memory(place, peer);
    copy(memory, from, transfer.target(peer, rank), transfer.bytes(peer, rank));
  }

  private void takeStaged(long i) {
    engine.check();
    for (int n = 1; n < ranks; n++) {
      int peer = (rank + n) % ranks;
      if (!isBorn(peer)) {
        takeStaged(peer, i);
      }
    }
  }

  /// Takes the part of a piece that lies in chunk i of the giver's input.
  private void takeStaged(int peer, long i) {
    long source = transfer.source(peer, rank);
    long from = Math.max(source, i * slot);
    long end = Math.min(source + transfer.bytes(peer, rank), (i + 1) * slot);
    if (from < end) {
      long at = engine.slots().given(peer, first + i) + from - i * slot;
      long to = transfer.target(peer, rank) + from - source;
      MemorySegment.copy(engine.memory(), at, out, to, end - from);
    }
  }
}
