package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Header;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Values that come from one rank.
record Inbox(Pump pump, Wire wire, Patience patience, Staging staging) implements AutoCloseable {
  void receive(Header header, Memory values) {
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
  private static final class Parcel implements Traffic, Flow {
    private final Memory values;
    private final Staging staging;
    private final Cut cut;
    private boolean begun;
    private int taken;

    Parcel(Memory values, Staging staging) {
      this.values = values;
      this.staging = staging;
      this.cut = new Cut(0, values.segment().byteSize(), Swap.PIECE);
    }

    @Override
    public Flow flow(int peer) {
      return this;
    }

    @Override
    public void begin(Header[] headers) {
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
      return begun && taken < cut.pieces()
          ? values.room(cut.at(taken), cut.length(taken), staging)
          : null;
    }

    @Override
    public void filled() {
      values.settle(cut.at(taken), cut.length(taken), staging);
      taken++;
    }

    @Override
    public boolean done() {
      return taken == cut.pieces();
    }
  }
}
