package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Values that come from one rank.
record ValueReceiver(LinkPump pump, RankLink wire, LinkWait patience, Staging staging)
    implements AutoCloseable {
  void receive(CallHeader header, CallerMemory values) {
    pump.run(header, new Parcel(values, staging));
  }

  void wake() {
    patience.wake();
  }

  @Override
  public void close() {
    wire.link().close();
    patience.close();
  }

  /// The values, piece by piece, once both sides agree.
  private static final class Parcel implements LinkOperation, LinkFlow {
    private final CallerMemory values;
    private final Staging staging;
    private final PieceSplit split;
    private boolean begun;
    private int taken;

    Parcel(CallerMemory values, Staging staging) {
      this.values = values;
      this.staging = staging;
      this.split = new PieceSplit(0, values.segment().byteSize(), DirectExchange.PIECE);
    }

    @Override
    public LinkFlow flow(int peer) {
      return this;
    }

    @Override
    public void begin(CallHeader[] headers) {
      begun = true;
    }

    @Override
    public boolean work() {
      return false;
    }

    @Override
    public @Nullable ByteBuffer give() {
      return null;
    }

    @Override
    public @Nullable ByteBuffer room() {
      return begun && taken < split.pieces()
          ? values.room(split.at(taken), split.length(taken), staging)
          : null;
    }

    @Override
    public void filled() {
      values.settle(split.at(taken), split.length(taken), staging);
      taken++;
    }

    @Override
    public boolean done() {
      return taken == split.pieces();
    }
  }
}
