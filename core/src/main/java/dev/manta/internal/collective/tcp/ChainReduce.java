package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Fold;
import dev.manta.internal.collective.Header;
import dev.manta.internal.collective.Reduction;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Partial folds flow from rank to rank, 0 to the last, piece by piece; each adds its own values.
/// Finished pieces flow back. Both ways are full at the same time, every byte passes a link once
/// each way, and the result is the same left fold as any other.
final class ChainReduce implements Traffic {
  private static final int RING = 4;

  private final Desk desk;
  private final Reduction reduction;
  private final int me;
  private final int last;
  private final Memory in;
  private final Memory out;
  private final Cut cut;
  private final int pieces;
  private final Left left = new Left();
  private final Right right = new Right();
  private @Nullable Fold fold;
  private int carryBytes;
  private boolean raw;
  private int received;
  private int folded;
  private int finished;

  ChainReduce(Desk desk, Reduction reduction, MemorySegment in, MemorySegment out) {
    this.desk = desk;
    this.reduction = reduction;
    this.me = desk.me();
    this.last = desk.size() - 1;
    int bytes = reduction.type().bytes();
    this.in = new Memory(in, bytes);
    this.out = new Memory(out, bytes);
    this.cut = new Cut(0, in.byteSize() / bytes, desk.chainPiece(bytes));
    this.pieces = cut.pieces();
  }

  @Override
  public Flow flow(int peer) {
    if (peer == me - 1) {
      return left;
    }
    return peer == me + 1 ? right : Flow.NOTHING;
  }

  @Override
  public void begin(Header[] headers) {
    Fold made = desk.fold(reduction, headers);
    carryBytes = made.carryBytes();
    raw = me == 0 && !reduction.weighted() && carryBytes == in.unit();
    folded = raw ? pieces : 0;
    fold = made;
  }

  @Override
  public boolean work() {
    if (fold == null || folded == available()) {
      return false;
    }
    fold(fold, folded);
    folded++;
    if (me == last) {
      finished++;
    }
    return true;
  }

  /// The pieces that may be folded: all that came, or at the head as many as the ring holds.
  private int available() {
    return me == 0 ? Math.min(pieces, right.released + RING) : received;
  }

  private void fold(Fold fold, int index) {
    MemorySegment carry = slot(index);
    int length = cut.length(index);
    for (int done = 0; done < length; done += Fold.BLOCK) {
      fold(fold, carry, cut.at(index), done, Math.min(Fold.BLOCK, length - done));
    }
  }

  private void fold(Fold fold, MemorySegment carry, long first, int done, int count) {
    long at = (first + done) * in.unit();
    if (me > 0) {
      fold.take(carry, (long) done * carryBytes, count);
    }
    fold.add(me, in.segment(), at, count);
    if (me == last) {
      fold.finish(out.segment(), at, count);
    } else {
      fold.give(carry, (long) done * carryBytes, count);
    }
  }

  private MemorySegment slot(int index) {
    return desk.ring(index % RING).of((long) cut.piece() * carryBytes);
  }

  private ByteBuffer carry(int index) {
    return slot(index).asSlice(0, (long) cut.length(index) * carryBytes).asByteBuffer();
  }

  @Override
  public boolean done() {
    return folded == pieces;
  }

  /// Partial folds come, finished pieces go.
  private final class Left implements Flow {
    private int returned;

    @Override
    public @Nullable ByteBuffer give() {
      if (returned >= finished) {
        return null;
      }
      int index = returned++;
      return out.read(cut.at(index), cut.length(index), desk.side(me - 1).sending());
    }

    @Override
    public @Nullable ByteBuffer room() {
      int free = (me == last ? folded : right.released) + RING;
      return fold == null || received == pieces || received == free ? null : carry(received);
    }

    @Override
    public void filled() {
      received++;
    }

    @Override
    public boolean done() {
      return received == pieces && returned == pieces;
    }
  }

  /// Partial folds go, finished pieces come.
  private final class Right implements Flow {
    private int given;
    private int released;

    @Override
    public @Nullable ByteBuffer give() {
      released = given;
      if (fold == null || given == folded) {
        return null;
      }
      int index = given++;
      return raw
          ? in.read(cut.at(index), cut.length(index), desk.side(me + 1).sending())
          : carry(index);
    }

    @Override
    public @Nullable ByteBuffer room() {
      return fold == null || finished == pieces
          ? null
          : out.room(cut.at(finished), cut.length(finished), desk.side(me + 1).receiving());
    }

    @Override
    public void filled() {
      out.settle(cut.at(finished), cut.length(finished), desk.side(me + 1).receiving());
      finished++;
    }

    @Override
    public boolean done() {
      return given == pieces && finished == pieces;
    }
  }
}
