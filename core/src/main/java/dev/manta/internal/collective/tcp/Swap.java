package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Exchange;
import dev.manta.internal.collective.Header;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Pieces of memory that go directly from rank to rank.
final class Swap implements Traffic {
  /// The bytes of a piece: stays in the second-level cache.
  static final int PIECE = 256 * 1024;

  private final int me;
  private final Exchange exchange;
  private final Memory in;
  private final Memory out;
  private final Desk desk;
  private boolean begun;

  Swap(Desk desk, Exchange exchange, MemorySegment in, MemorySegment out) {
    this.desk = desk;
    this.me = desk.me();
    this.exchange = exchange;
    this.in = new Memory(in, 1);
    this.out = new Memory(out, 1);
  }

  @Override
  public Flow flow(int peer) {
    return new PeerFlow(peer);
  }

  @Override
  public void begin(Header[] headers) {
    begun = true;
    long bytes = exchange.bytes(me, me);
    if (bytes > 0) {
      long from = exchange.source(me, me);
      MemorySegment.copy(in.segment(), from, out.segment(), exchange.target(me, me), bytes);
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

  private final class PeerFlow implements Flow {
    private final Cut sends;
    private final Cut receives;
    private final Desk.Side side;
    private int sent;
    private int received;

    PeerFlow(int peer) {
      this.side = desk.side(peer);
      this.sends = new Cut(exchange.source(me, peer), exchange.bytes(me, peer), PIECE);
      this.receives = new Cut(exchange.target(peer, me), exchange.bytes(peer, me), PIECE);
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
