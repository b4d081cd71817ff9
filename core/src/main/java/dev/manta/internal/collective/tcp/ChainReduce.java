package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Fold;
import dev.manta.internal.collective.Header;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Partial folds flow from the head of a chain to its tail, piece by piece; each link adds its own
/// values. Finished pieces flow back. Both ways are full at the same time, every byte passes a link
/// once each way, and the result is the same left fold as any other.
final class ChainReduce implements Traffic {
  private static final int RING = Desk.RING;

  private final Desk desk;
  private final Course course;
  private final Burden burden;
  private final Memory out;
  private final Cut cut;
  private final int pieces;
  private final Function<Header[], Fold> folds;
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
      Desk desk, Course course, Burden burden, MemorySegment out, Function<Header[], Fold> folds) {
    this.desk = desk;
    this.course = course;
    this.burden = burden;
    this.out = new Memory(out, burden.unit());
    this.folds = folds;
    long count = out.byteSize() / burden.unit();
    this.cut = new Cut(0, count, desk.piece(burden.unit()));
    this.pieces = cut.pieces();
  }

  @Override
  public Flow flow(int peer) {
    if (peer == course.left()) {
      return left;
    }
    return peer == course.right() ? right : Flow.NOTHING;
  }

  @Override
  public void begin(Header[] headers) {
    Fold made = folds.apply(headers);
    carryBytes = made.carryBytes();
    raw = course.isHead() && burden.ranks() == 1 && made.isRaw();
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
    if (course.isTail()) {
      finished++;
    }
    return true;
  }

  /// The pieces that may be folded: all that came, or at the head as many as the ring holds.
  private int available() {
    if (!course.isHead()) {
      return received;
    }
    return course.isTail() ? pieces : Math.min(pieces, right.released + RING);
  }

  private void fold(Fold fold, int index) {
    MemorySegment carry = slot(index);
    int length = cut.length(index);
    for (int done = 0; done < length; done += Fold.BLOCK) {
      fold(fold, carry, cut.at(index), done, Math.min(Fold.BLOCK, length - done));
    }
  }

  private void fold(Fold fold, MemorySegment carry, long first, int done, int count) {
    if (!course.isHead()) {
      fold.take(carry, (long) done * carryBytes, count);
    }
    burden.add(fold, first + done, count);
    if (course.isTail()) {
      fold.finish(out.segment(), (first + done) * out.unit(), count);
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
      return out.read(cut.at(index), cut.length(index), desk.side(course.left()).sending());
    }

    @Override
    public @Nullable ByteBuffer room() {
      int free = (course.isTail() ? folded : right.released) + RING;
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
          ? burden.memory().read(cut.at(index), cut.length(index), side().sending())
          : carry(index);
    }

    @Override
    public @Nullable ByteBuffer room() {
      return fold == null || finished == pieces
          ? null
          : out.room(cut.at(finished), cut.length(finished), side().receiving());
    }

    @Override
    public void filled() {
      out.settle(cut.at(finished), cut.length(finished), side().receiving());
      finished++;
    }

    private Desk.Side side() {
      return desk.side(course.right());
    }

    @Override
    public boolean done() {
      return given == pieces && finished == pieces;
    }
  }
}
