package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Disagreement;
import dev.manta.internal.collective.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/// Values on their way to one rank. Sending does not wait for the receiver; its headers come back
/// over the same link and are compared as they come.
final class Outbox implements AutoCloseable {
  private final int me;
  private final Wire wire;
  private final Patience patience;
  private final Ties ties;
  private final Deque<Header> unanswered = new ArrayDeque<>();
  private final Staging staging;

  Outbox(int me, Wire wire, Patience patience, Ties ties, Staging staging) {
    this.me = me;
    this.wire = wire;
    this.patience = patience;
    this.ties = ties;
    this.staging = staging;
  }

  void send(Header header, Memory values) {
    ties.check(header);
    unanswered.add(header);
    Parcel parcel = new Parcel(values, staging);
    wire.resume(header, parcel);
    patience.start();
    while (!parcel.isGiven() || !wire.announced()) {
      rest(move(header), header);
    }
  }

  private boolean move(Header header) {
    try {
      boolean sent = wire.send();
      boolean moved = wire.receive() || sent;
      if (wire.arrived()) {
        compare(wire.header());
        wire.again();
      }
      return moved;
    } catch (IOException e) {
      ties.lost(wire.rank(), e, header);
      return false;
    }
  }

  private void compare(Header theirs) {
    Header mine = unanswered.remove();
    if (mine.agrees(theirs)) {
      return;
    }
    throw me < wire.rank()
        ? new Disagreement(me, mine, wire.rank(), theirs)
        : new Disagreement(wire.rank(), theirs, me, mine);
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
