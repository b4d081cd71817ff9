package dev.manta.internal.journal;

import dev.manta.spi.json.JsonBytes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Decides when which rows are written: in groups, every 20 ms, and again where that failed.
///
/// Knows no thread, clock or file. Times are nanoseconds of any clock that never goes back.
final class RowGroupPlan {
  /// Rows that are written together; `position` is that of the last.
  record RowGroup(JsonBytes rows, long position) {}

  private static final long GROUP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int GROUP_BYTES_MAX = 8 << 20;

  /// What is to be done.
  sealed interface Next {
    /// These rows are written; they stay the next ones until [RowGroupPlan#written] or
    /// [RowGroupPlan#failed].
    record Write(RowGroup group) implements Next {}

    /// The open segment gets no more rows.
    record Roll() implements Next {}

    /// Nothing for so long, unless rows come.
    record Wait(long nanos) implements Next {}

    /// Nothing any more.
    record End() implements Next {}
  }

  private final Deque<RowGroup> full = new ArrayDeque<>();
  private JsonBytes filling = new JsonBytes(1 << 16);
  private JsonBytes spare = new JsonBytes(1 << 16);
  private @Nullable RowGroup current;
  private long appended;
  private long writtenUpTo;
  private long hurriedUpTo;
  private long groupNanos;
  private long retryNanos;
  private long startedNanos;
  private boolean lastTry;
  private boolean closing;
  private boolean deposed;

  RowGroupPlan(long nowNanos) {
    groupNanos = nowNanos;
  }

  boolean isClosed() {
    return deposed || closing;
  }

  /// Takes a row; its position, counted from 1.
  long append(JsonBytes row) {
    if (filling.length() > 0 && filling.length() + row.length() > GROUP_BYTES_MAX) {
      full.add(new RowGroup(filling, appended));
      filling = new JsonBytes(1 << 16);
    }
    filling.raw(row.array(), 0, row.length()).raw('\n');
    return ++appended;
  }

  /// Whether no row waits to be written.
  boolean isIdle() {
    return filling.length() == 0 && full.isEmpty();
  }

  /// The rows that are there are to be sealed as soon as nothing else is.
  void hurry() {
    hurriedUpTo = appended;
  }

  /// What is to be done now; `untilDueNanos` is how long the open segment stays open, and `idle`
  /// whether no other one is being sealed.
  Next next(long nowNanos, long untilDueNanos, boolean idle) {
    if (deposed) {
      return new Next.End();
    }
    if (current == null && (untilDueNanos <= 0 || (idle && isHurriedWritten()))) {
      hurriedUpTo = isHurriedWritten() ? 0 : hurriedUpTo;
      return new Next.Roll();
    }
    if (current == null && isDue(nowNanos)) {
      current = take();
      retryNanos = nowNanos;
    }
    if (current != null) {
      boolean now = closing || retryNanos - nowNanos <= 0;
      return now ? begun(current, nowNanos) : new Next.Wait(retryNanos - nowNanos);
    }
    if (closing) {
      return new Next.End();
    }
    return new Next.Wait(isIdle() ? untilDueNanos : Math.min(untilDueNanos, groupNanos - nowNanos));
  }

  private boolean isHurriedWritten() {
    return hurriedUpTo > 0 && hurriedUpTo <= writtenUpTo;
  }

  /// Rows that come soon are written with those that are there, unless there are enough.
  private boolean isDue(long nowNanos) {
    boolean hurried = hurriedUpTo > writtenUpTo;
    return !isIdle() && (closing || hurried || !full.isEmpty() || groupNanos - nowNanos <= 0);
  }

  private Next begun(RowGroup group, long nowNanos) {
    startedNanos = nowNanos;
    lastTry = closing;
    return new Next.Write(group);
  }

  /// The oldest rows that are not written.
  private RowGroup take() {
    RowGroup next = full.poll();
    if (next == null) {
      next = new RowGroup(filling, appended);
      filling = spare;
    }
    return next;
  }

  /// The rows are durable.
  void written() {
    done();
    groupNanos = startedNanos + GROUP_NANOS;
  }

  /// The rows are not durable, and are written again in a while. Once this is closing there is one
  /// more try: says whether that was it. Then they are lost, and so are those after them, as a
  /// worker's rows come without gaps.
  boolean failed(long nowNanos) {
    retryNanos = nowNanos + RETRY_NANOS;
    if (lastTry) {
      done();
      full.clear();
      filling.clear();
    }
    return lastTry;
  }

  private void done() {
    RowGroup group = current;
    if (group != null) {
      writtenUpTo = group.position();
      group.rows().clear();
      spare = group.rows();
      current = null;
    }
  }

  /// Another controller has taken over: nothing more is written.
  void depose() {
    deposed = true;
  }

  /// What was appended is still written.
  void close() {
    closing = true;
  }
}
