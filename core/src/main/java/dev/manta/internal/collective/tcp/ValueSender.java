package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Values on their way to one rank. Sending does not wait for the receiver, who compares the
/// headers.
final class ValueSender implements AutoCloseable {
  private final RankLink link;
  private final LinkWait wait;
  private final GroupGuard guard;
  private final Staging staging;

  ValueSender(RankLink link, LinkWait wait, GroupGuard guard, Staging staging) {
    this.link = link;
    this.wait = wait;
    this.guard = guard;
    this.staging = staging;
  }

  void send(CallHeader header, CallerMemory values) {
    guard.check(header);
    Parcel parcel = new Parcel(values, staging);
    link.start(header, parcel);
    wait.start();
    while (!parcel.isGiven() || !link.announced()) {
      rest(move(header), header);
    }
  }

  private boolean move(CallHeader header) {
    try {
      return link.send();
    } catch (IOException e) {
      guard.lost(link.rank(), e, header);
      return false;
    }
  }

  private void rest(boolean moved, CallHeader header) {
    if (moved) {
      wait.moved();
    } else {
      guard.check(header);
      if (!wait.pause(new RankLink[] {link})) {
        guard.late(link.rank(), wait.limit(), header);
      }
    }
  }

  void wake() {
    wait.wake();
  }

  @Override
  public void close() {
    link.link().close();
    wait.close();
  }

  /// The values, piece by piece.
  private static final class Parcel implements LinkFlow {
    private final CallerMemory values;
    private final Staging staging;
    private final PieceSplit split;
    private int given;

    Parcel(CallerMemory values, Staging staging) {
      this.values = values;
      this.staging = staging;
      this.split = new PieceSplit(0, values.segment().byteSize(), DirectExchange.PIECE);
    }

    boolean isGiven() {
      return given == split.pieces();
    }

    @Override
    public @Nullable ByteBuffer give() {
      if (isGiven()) {
        return null;
      }
      int index = given++;
      return values.read(split.at(index), split.length(index), staging);
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
