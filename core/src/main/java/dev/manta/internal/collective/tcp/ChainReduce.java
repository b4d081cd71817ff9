package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.fold.Fold;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Partial folds flow from the head of a chain to its tail, piece by piece; each link adds its own
/// values. Finished pieces flow back. Both ways are full at the same time, every byte passes a link
/// once each way, and the result is the same left fold as any other.
final class ChainReduce implements LinkOperation {
  private static final int RING = OperationBuffers.RING;

  private final OperationBuffers buffers;
  private final ChainPlace place;
  private final ChainShare share;
  private final CallerMemory out;
  private final PieceSplit split;
  private final int pieces;
  private final Function<CallHeader[], Fold> folds;
  private final Left left = new Left();
  private final Right right = new Right();
  private @Nullable Fold fold;
  private int carryBytes;
  private boolean raw;
  private int received;
  private int folded;
  private int finished;

  /// Folds as many elements as `out` holds; the fold is made when all headers have come.
  ChainReduce(
      OperationBuffers buffers,
      ChainPlace place,
      ChainShare share,
      MemorySegment out,
      Function<CallHeader[], Fold> folds) {
    this.buffers = buffers;
    this.place = place;
    this.share = share;
    this.out = new CallerMemory(out, share.unit());
    this.folds = folds;
    long count = out.byteSize() / share.unit();
    this.split = new PieceSplit(0, count, buffers.piece(share.unit()));
    this.pieces = split.pieces();
  }

  @Override
  public LinkFlow flow(int peer) {
    if (peer == place.left()) {
      return left;
    }
    return peer == place.right() ? right : LinkFlow.NOTHING;
  }

  @Override
  public void begin(CallHeader[] headers) {
    Fold made = folds.apply(headers);
    carryBytes = made.carryBytes();
    raw = place.isHead() && share.ranks() == 1 && made.isRaw();
    folded = raw ? pieces : 0;
    fold = made;
  }

  @Override
  public boolean work() {
    if (fold == null || raw || folded == available()) {
      return false;
    }
    fold(fold, folded);
    folded++;
    if (place.isTail()) {
      finished++;
    }
    return true;
  }

  /// The pieces that may be folded: all that came, or at the head as many as the ring holds.
  private int available() {
    if (!place.isHead()) {
      return received;
    }
    return place.isTail() ? pieces : Math.min(pieces, right.released + RING);
  }

  private void fold(Fold fold, int index) {
    MemorySegment carry = slot(index);
    int length = split.length(index);
    for (int done = 0; done < length; done += Fold.BLOCK) {
      fold(fold, carry, split.at(index), done, Math.min(Fold.BLOCK, length - done));
    }
  }

  private void fold(Fold fold, MemorySegment carry, long first, int done, int count) {
    if (!place.isHead()) {
      fold.take(carry, (long) done * carryBytes, count);
    }
    share.add(fold, first + done, count);
    if (place.isTail()) {
      fold.finish(out.segment(), (first + done) * out.unit(), count);
    } else {
      fold.give(carry, (long) done * carryBytes, count);
    }
  }

  private MemorySegment slot(int index) {
    return buffers.ring(index % RING).of((long) split.piece() * carryBytes);
  }

  private ByteBuffer carry(int index) {
    return slot(index).asSlice(0, (long) split.length(index) * carryBytes).asByteBuffer();
  }

  @Override
  public boolean done() {
    return folded == pieces;
  }

  /// Partial folds come, finished pieces go.
  private final class Left implements LinkFlow {
    private int returned;

    @Override
    public @Nullable ByteBuffer give() {
      if (returned >= finished) {
        return null;
      }
      int index = returned++;
      return out.read(split.at(index), split.length(index), buffers.side(place.left()).sending());
    }

    @Override
    public @Nullable ByteBuffer room() {
      int free = (place.isTail() ? folded : right.released) + RING;
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
  private final class Right implements LinkFlow {
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
          ? share.memory().read(split.at(index), split.length(index), side().sending())
          : carry(index);
    }

    @Override
    public @Nullable ByteBuffer room() {
      return fold == null || finished == pieces
          ? null
          : out.room(split.at(finished), split.length(finished), side().receiving());
    }

    @Override
    public void filled() {
      out.settle(split.at(finished), split.length(finished), side().receiving());
      finished++;
    }

    private OperationBuffers.Side side() {
      return buffers.side(place.right());
    }

    @Override
    public boolean done() {
      return given == pieces && finished == pieces;
    }
  }
}
