package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.TransferPlan;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Pieces of memory that go directly from rank to rank.
final class DirectExchange implements LinkOperation {
  /// The bytes of a piece: stays in the second-level cache.
  static final int PIECE = 256 * 1024;

  private final int me;
  private final TransferPlan transfer;
  private final CallerMemory in;
  private final CallerMemory out;
  private final OperationBuffers buffers;
  private boolean begun;

  DirectExchange(
      OperationBuffers buffers, TransferPlan transfer, MemorySegment in, MemorySegment out) {
    this.buffers = buffers;
    this.me = buffers.me();
    this.transfer = transfer;
    this.in = new CallerMemory(in, 1);
    this.out = new CallerMemory(out, 1);
  }

  @Override
  public LinkFlow flow(int peer) {
    return new PeerFlow(peer);
  }

  @Override
  public void begin(CallHeader[] headers) {
    begun = true;
    long bytes = transfer.bytes(me, me);
    if (bytes > 0) {
      long from = transfer.source(me, me);
      MemorySegment.copy(in.segment(), from, out.segment(), transfer.target(me, me), bytes);
    }
  }

  @Override
  public boolean work() {
    return false;
  }

  @Override
  public boolean done() {
    return true;
  }

  private final class PeerFlow implements LinkFlow {
    private final PieceSplit sends;
    private final PieceSplit receives;
    private final OperationBuffers.Side side;
    private int sent;
    private int received;

    PeerFlow(int peer) {
      this.side = buffers.side(peer);
      this.sends = new PieceSplit(transfer.source(me, peer), transfer.bytes(me, peer), PIECE);
      this.receives = new PieceSplit(transfer.target(peer, me), transfer.bytes(peer, me), PIECE);
    }

    @Override
    public @Nullable ByteBuffer give() {
      if (sent == sends.pieces()) {
        return null;
      }
      int index = sent++;
      return in.read(sends.at(index), sends.length(index), side.sending());
    }

    @Override
    public @Nullable ByteBuffer room() {
      return begun && received < receives.pieces()
          ? out.room(receives.at(received), receives.length(received), side.receiving())
          : null;
    }

    @Override
    public void filled() {
      out.settle(receives.at(received), receives.length(received), side.receiving());
      received++;
    }

    @Override
    public boolean done() {
      return sent == sends.pieces() && received == receives.pieces();
    }
  }
}
