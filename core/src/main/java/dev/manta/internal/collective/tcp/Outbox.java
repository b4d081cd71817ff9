package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Values on their way to one rank. Sending does not wait for the receiver, who compares the
/// headers.
final class Outbox implements AutoCloseable {
  private final Wire wire;
  private final Patience patience;
  private final Ties ties;
  private final Staging staging;

  Outbox(Wire wire, Patience patience, Ties ties, Staging staging) {
    this.wire = wire;
    this.patience = patience;
    this.ties = ties;
    this.staging = staging;
  }

  void send(Header header, Memory values) {
    ties.check(header);
    Parcel parcel = new Parcel(values, staging);
    wire.start(header, parcel);
    patience.start();
    while (!parcel.isGiven() || !wire.announced()) {
      rest(move(header), header);
    }
  }

  private boolean move(Header header) {
    try {
      return wire.send();
    } catch (IOException e) {
      ties.lost(wire.rank(), e, header);
      return false;
    }
  }

  private void rest(boolean moved, Header header) {
    if (moved) {
      patience.moved();
    } else {
      ties.check(header);
      if (!patience.pause(new Wire[] {wire})) {
        ties.late(wire.rank(), patience.limit(), header);
      }
    }
  }

  void wake() {
    patience.wake();
  }

  @Override
  public void close() {
    wire.link().close();
    patience.close();
  }

  /// The values, piece by piece.
  private static final class Parcel implements Flow {
    private final Memory values;
    private final Staging staging;
    private final Cut cut;
    private int given;

    Parcel(Memory values, Staging staging) {
      this.values = values;
      this.staging = staging;
      this.cut = new Cut(0, values.segment().byteSize(), Swap.PIECE);
    }

    boolean isGiven() {
      return given == cut.pieces();
    }

    @Override
    public @Nullable ByteBuffer give() {
      if (isGiven()) {
        return null;
      }
      int index = given++;
      return values.read(cut.at(index), cut.length(index), staging);
    }

    @Override
    public @Nullable ByteBuffer room() {
      return null;
    }

    @Override
    public void filled() {}

    @Override
    public boolean done() {
      return isGiven();
    }
  }
}
