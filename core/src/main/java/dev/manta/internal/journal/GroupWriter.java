package dev.manta.internal.journal;

import dev.manta.internal.journal.RowGroupPlan.RowGroup;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Writes groups of rows to the open segment and hands it on to be sealed when it is old or large.
///
/// Used by one thread.
final class GroupWriter {
  private static final long BYTES_MAX = 8L << 20;

  private final Segments segments;
  private final SealQueue sealing;
  private final MetricsListener listener;
  private final WriterMark mark;
  private final long ageNanosMax;

  /// The number of its next segment; 0 until somebody has looked which there are.
  private long next;

  private @Nullable OpenSegment current;

  /// @param age how long a segment stays open
  GroupWriter(
      Segments segments,
      SealQueue sealing,
      MetricsListener listener,
      WriterMark mark,
      Duration age) {
    this.segments = segments;
    this.sealing = sealing;
    this.listener = listener;
    this.mark = mark;
    this.ageNanosMax = age.toNanos();
  }

  /// Makes rows durable; false when another controller has taken over.
  boolean write(RowGroup group, long nowNanos) {
    try {
      OpenSegment segment = current == null ? opened(nowNanos) : current;
      if (segment == null) {
        return false;
      }
      current = segment;
      segment.write(group);
      return (segment.isOurs() || writtenAgain(segment)) && !sealing.isDeposed();
    } catch (IOException e) {
      throw segments.failure("write metrics to", e);
    }
  }

  /// A file that nobody has taken was deleted.
  private boolean writtenAgain(OpenSegment segment) throws IOException {
    if (listener.takenOver()) {
      return false;
    }
    current = segment.again();
    listener.warning(segment.at() + " was deleted while the run wrote to it; it is written again");
    return true;
  }

  /// The next segment; none when another controller has taken over.
  private @Nullable OpenSegment opened(long nowNanos) throws IOException {
    // Looked up when there is something to write: nobody waits for it who opens a run.
    next = next == 0 ? segments.lastSealed() + 1 : next;
    long number = Math.max(next, sealing.lastUsed() + 1);
    String name = Segments.name(number, mark.writer());
    OpenSegment made = OpenSegment.create(segments.open(), number, name, nowNanos);
    boolean ours = false;
    try {
      ours = isWriter();
    } finally {
      if (!ours) {
        made.close();
        segments.open().delete(name);
      }
    }
    next = number + 1;
    return ours ? made : null;
  }

  /// A file of an earlier controller is taken away, but one that had none finds out only here.
  private boolean isWriter() throws IOException {
    if (mark.isOurs()) {
      return true;
    }
    if (listener.takenOver()) {
      return false;
    }
    mark.claim();
    return true;
  }

  /// How long the open segment stays open.
  long nanosUntilDue(long nowNanos) {
    OpenSegment open = current;
    if (open == null) {
      return Long.MAX_VALUE;
    }
    return open.length() >= BYTES_MAX ? 0 : ageNanosMax - open.ageNanos(nowNanos);
  }

  /// The open segment gets no more rows.
  void roll() {
    OpenSegment open = current;
    if (open != null) {
      current = null;
      sealing.add(open);
    }
  }

  /// Nothing more is written.
  void close() {
    roll();
    mark.release();
  }
}
