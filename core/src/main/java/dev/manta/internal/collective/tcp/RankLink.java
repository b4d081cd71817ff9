package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.tcp.link.PeerLink;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;

/// The link to one rank as an operation uses it: a header each way, then the flow.
final class RankLink {
  private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

  private final int rank;
  private final PeerLink link;
  private final HeardRanks heard;
  private final ByteBuffer headerOut = buffer();
  private final ByteBuffer headerIn = buffer();
  private final ByteBuffer[] sending = new ByteBuffer[] {EMPTY, EMPTY};
  private final ByteBuffer[] receiving = new ByteBuffer[] {EMPTY, EMPTY};
  private ByteBuffer piece = EMPTY;
  private @Nullable ByteBuffer room;
  private LinkFlow flow = LinkFlow.NOTHING;
  private final boolean speaks;
  private boolean flushed = true;

  private RankLink(int rank, PeerLink link, HeardRanks heard, boolean speaks) {
    this.rank = rank;
    this.link = link;
    this.heard = heard;
    this.speaks = speaks;
  }

  RankLink(int rank, PeerLink link, HeardRanks heard) {
    this(rank, link, heard, true);
  }

  /// A wire that only receives, headers included.
  static RankLink silent(int rank, PeerLink link, HeardRanks heard) {
    return new RankLink(rank, link, heard, false);
  }

  private static ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(CallHeader.LONGS * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  int rank() {
    return rank;
  }

  PeerLink link() {
    return link;
  }

  /// Sets out on an operation.
  void start(CallHeader header, LinkFlow next) {
    flow = next;
    room = null;
    piece = EMPTY;
    headerIn.clear();
    headerOut.clear();
    headerOut.putLong(header.sequence()).putLong(header.signature()).putLong(header.count());
    headerOut.putLong(header.detail()).putLong(header.payload()).putLong(header.control());
    headerOut.flip();
    if (!speaks) {
      headerOut.limit(0);
    }
    flushed = !speaks;
  }

  /// Sends what can be sent now; returns whether anything moved.
  boolean send() throws IOException {
    if (!piece.hasRemaining()) {
      ByteBuffer next = flow.give();
      piece = next == null ? EMPTY : next;
    }
    if (!headerOut.hasRemaining() && !piece.hasRemaining()) {
      return settle();
    }
    flushed = false;
    return write() > 0;
  }

  private boolean settle() throws IOException {
    if (flushed) {
      return false;
    }
    flushed = link.flush();
    return flushed;
  }

  private long write() throws IOException {
    if (!headerOut.hasRemaining()) {
      sending[0] = piece;
      return link.write(sending, 1);
    }
    sending[0] = headerOut;
    sending[1] = piece;
    return link.write(sending, piece.hasRemaining() ? 2 : 1);
  }

  /// Receives what is there and wanted; returns whether anything moved.
  boolean receive() throws IOException {
    if (room == null) {
      room = flow.room();
    }
    if (!headerIn.hasRemaining() && room == null) {
      return false;
    }
    long count = read();
    if (count < 0) {
      throw new EOFException("rank " + rank + " closed the connection");
    }
    if (room != null && !room.hasRemaining()) {
      room = null;
      flow.filled();
    }
    if (count > 0) {
      heard.note(rank);
    }
    return count > 0;
  }

  private long read() throws IOException {
    int count = 0;
    if (headerIn.hasRemaining()) {
      receiving[count++] = headerIn;
    }
    if (room != null) {
      receiving[count++] = room;
    }
    return link.read(receiving, count);
  }

  /// Whether the peer's header has come.
  boolean arrived() {
    return !headerIn.hasRemaining();
  }

  /// Whether this rank's header, and what was given after it, has left.
  boolean announced() {
    return !headerOut.hasRemaining() && !piece.hasRemaining() && flushed;
  }

  CallHeader header() {
    return new CallHeader(
        headerIn.getLong(0),
        headerIn.getLong(8),
        headerIn.getLong(16),
        headerIn.getLong(24),
        headerIn.getLong(32),
        headerIn.getLong(40));
  }

  boolean done() {
    return flushed && arrived() && !piece.hasRemaining() && room == null && flow.done();
  }

  /// What a selector should look for.
  int interest() {
    boolean reads = headerIn.hasRemaining() || room != null;
    boolean writes = headerOut.hasRemaining() || piece.hasRemaining() || !flushed;
    return (reads ? SelectionKey.OP_READ : 0) | (writes ? SelectionKey.OP_WRITE : 0);
  }
}
