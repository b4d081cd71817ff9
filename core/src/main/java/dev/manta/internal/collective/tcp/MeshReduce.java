package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Fold;
import dev.manta.internal.collective.Header;
import dev.manta.internal.collective.Reduction;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Every rank folds a share of the elements, which all others send it directly, and sends the
/// result back. Pieces of all shares are under way at once; a piece is folded when it has come from
/// every rank, in rank order.
final class MeshReduce implements Traffic {
  private final int me;
  private final int size;
  private final int piece;
  private final Reduction reduction;
  private final Shares shares;
  private final Cut mine;
  private final Memory in;
  private final Memory out;
  private final Memory result;
  private final long resultAt;
  private final PeerFlow[] flows;
  private final Function<Header[], Fold> folds;
  private @Nullable Fold fold;
  private int folded;
  private int full;

  MeshReduce(Desk desk, Reduction reduction, MemorySegment in, MemorySegment out) {
    this.me = desk.me();
    this.size = desk.size();
    this.reduction = reduction;
    int bytes = reduction.type().bytes();
    this.piece = desk.piece(bytes);
    this.in = new Memory(in, bytes);
    this.out = new Memory(out, bytes);
    this.shares = Shares.of(reduction, size, in.byteSize() / bytes);
    this.mine = shares.cut(me, piece);
    boolean direct = out.byteSize() > 0 && keeps();
    this.result = direct ? this.out : new Memory(desk.scratch(mine.count() * bytes), bytes);
    this.resultAt = direct && !(reduction.target() instanceof Reduction.Slices) ? mine.first() : 0;
    this.folds = headers -> desk.fold(reduction, headers);
    this.flows = new PeerFlow[size];
    for (int peer = 0; peer < size; peer++) {
      flows[peer] = new PeerFlow(peer, desk);
    }
  }

  /// Whether this rank's share of the result ends up in its own output.
  private boolean keeps() {
    return shares.gets(me) || reduction.target() instanceof Reduction.Slices;
  }

  @Override
  public Flow flow(int peer) {
    return flows[peer];
  }

  @Override
  public void begin(Header[] headers) {
    fold = folds.apply(headers);
  }

  @Override
  public boolean work() {
    if (folded == mine.pieces() || full < size - 1) {
      return false;
    }
    fold(fold, folded);
    for (PeerFlow flow : flows) {
      flow.full = false;
    }
    full = 0;
    folded++;
    return true;
  }

  private void fold(@Nullable Fold fold, int index) {
    if (fold == null) {
      throw new IllegalStateException("a fold before all headers came");
    }
    int length = mine.length(index);
    for (int done = 0; done < length; done += Fold.BLOCK) {
      fold(fold, mine.at(index) + done, done, Math.min(Fold.BLOCK, length - done));
    }
  }

  private void fold(Fold fold, long at, int staged, int count) {
    for (int rank = 0; rank < size; rank++) {
      if (rank == me) {
        fold.add(rank, in.segment(), at * in.unit(), count);
      } else {
        fold.add(rank, flows[rank].slot(), (long) staged * in.unit(), count);
      }
    }
    fold.finish(result.segment(), (at - mine.first() + resultAt) * out.unit(), count);
  }

  @Override
  public boolean done() {
    return folded == mine.pieces();
  }

  /// What goes between this rank and one other.
  private final class PeerFlow implements Flow {
    private final Cut theirs;
    private final Schedule sends;
    private final Schedule receives;
    private final Desk.Side side;
    private boolean full;

    PeerFlow(int peer, Desk desk) {
      this.side = desk.side(peer);
      this.theirs = shares.cut(peer, piece);
      this.sends = new Schedule(theirs.pieces(), shares.gets(peer) ? mine.pieces() : 0);
      this.receives = new Schedule(mine.pieces(), shares.gets(me) ? theirs.pieces() : 0);
    }

    MemorySegment slot() {
      return side.slot().filled();
    }

    @Override
    public @Nullable ByteBuffer give() {
      if (sends.done()) {
        return null;
      }
      int index = sends.piece();
      if (sends.isInput()) {
        sends.next();
        return in.read(theirs.at(index), theirs.length(index), side.sending());
      }
      if (index >= folded) {
        return null;
      }
      sends.next();
      long at = mine.at(index) - mine.first() + resultAt;
      return result.read(at, mine.length(index), side.sending());
    }

    @Override
    public @Nullable ByteBuffer room() {
      if (receives.done()) {
        return null;
      }
      int index = receives.piece();
      if (receives.isInput()) {
        return full ? null : side.slot().buffer(mine.length(index) * in.unit());
      }
      return fold == null
          ? null
          : out.room(theirs.at(index), theirs.length(index), side.receiving());
    }

    @Override
    public void filled() {
      int index = receives.piece();
      if (receives.isInput()) {
        full = true;
        MeshReduce.this.full++;
      } else {
        out.settle(theirs.at(index), theirs.length(index), side.receiving());
      }
      receives.next();
    }

    @Override
    public boolean done() {
      return sends.done() && receives.done();
    }
  }
}
