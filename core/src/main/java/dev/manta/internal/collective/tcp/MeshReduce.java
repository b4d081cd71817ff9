package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.fold.Fold;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Every rank folds a share of the elements, which all others send it directly, and sends the
/// result back. Pieces of all shares are under way at once; a piece is folded when it has come from
/// every rank, in rank order.
final class MeshReduce implements LinkOperation {
  private final int me;
  private final int size;
  private final int piece;
  private final Reduction reduction;
  private final MeshShares shares;
  private final PieceSplit mine;
  private final CallerMemory in;
  private final CallerMemory out;
  private final CallerMemory result;
  private final long resultAt;
  private final PeerFlow[] flows;
  private final Function<CallHeader[], Fold> folds;
  private @Nullable Fold fold;
  private int folded;
  private int full;

  MeshReduce(OperationBuffers buffers, Reduction reduction, MemorySegment in, MemorySegment out) {
    this.me = buffers.me();
    this.size = buffers.size();
    this.reduction = reduction;
    int bytes = reduction.type().bytes();
    this.piece = buffers.piece(bytes);
    this.in = new CallerMemory(in, bytes);
    this.out = new CallerMemory(out, bytes);
    this.shares = MeshShares.of(reduction, size, in.byteSize() / bytes);
    this.mine = shares.cut(me, piece);
    boolean direct = out.byteSize() > 0 && keeps();
    this.result =
        direct ? this.out : new CallerMemory(buffers.scratch(mine.count() * bytes), bytes);
    this.resultAt = direct && !(reduction.target() instanceof Reduction.Slices) ? mine.first() : 0;
    this.folds = headers -> buffers.fold(reduction, headers);
    this.flows = new PeerFlow[size];
    for (int peer = 0; peer < size; peer++) {
      flows[peer] = new PeerFlow(peer, buffers);
    }
  }

  /// Whether this rank's share of the result ends up in its own output.
  private boolean keeps() {
    return shares.gets(me) || reduction.target() instanceof Reduction.Slices;
  }

  @Override
  public LinkFlow flow(int peer) {
    return flows[peer];
  }

  @Override
  public void begin(CallHeader[] headers) {
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
  private final class PeerFlow implements LinkFlow {
    private final PieceSplit theirs;
    private final PieceOrder sends;
    private final PieceOrder receives;
    private final OperationBuffers.Side side;
    private boolean full;

    PeerFlow(int peer, OperationBuffers buffers) {
      this.side = buffers.side(peer);
      this.theirs = shares.cut(peer, piece);
      this.sends = new PieceOrder(theirs.pieces(), shares.gets(peer) ? mine.pieces() : 0);
      this.receives = new PieceOrder(mine.pieces(), shares.gets(me) ? theirs.pieces() : 0);
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
