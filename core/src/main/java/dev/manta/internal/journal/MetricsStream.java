package dev.manta.internal.journal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.JsonBytes;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Writes the rows of all ranks: in groups to a local file at least every 20 ms, sealed into
/// numbered segments each second or 8 MB.
///
/// Threads append; one thread of its own writes and one seals. A row is durable once the listener
/// has heard its position. Whoever appends keeps a limit on what is not durable: the stream takes
/// whatever comes, so that nobody waits in it.
public final class MetricsStream implements AutoCloseable {
  private static final long GROUP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int GROUP_BYTES_MAX = 8 << 20;
  private static final Duration CLOSE_MAX = Duration.ofSeconds(30);

  /// Rows that are written together; `position` is that of the last.
  private record Group(JsonBytes rows, long position) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final MetricsListener listener;
  private final GroupWriter writer;
  private final Thread thread;
  private final Deque<Group> full = new ArrayDeque<>();
  private JsonBytes filling = new JsonBytes(1 << 16);
  private JsonBytes spare = new JsonBytes(1 << 16);
  private long appended;
  private boolean failing;
  private volatile boolean closing;
  private volatile boolean deposed;

  private MetricsStream(GroupWriter writer, MetricsListener listener) {
    this.writer = writer;
    this.listener = listener;
    this.thread = Thread.ofPlatform().name("manta-metrics").daemon().unstarted(this::writeGroups);
  }

  /// Opens the stream of a run after sealing what an earlier controller left open.
  ///
  /// @param run the run's directory in storage
  /// @param open a local directory for the open segments, the same at every start on a machine
  public static MetricsStream open(
      Storage storage, Location run, Path open, MetricsListener listener) {
    Segments segments = new Segments(storage, run.resolve("metrics"), open);
    long next = new MetricsRecovery(segments, listener).takeOver();
    var sealer = new Sealer(segments, listener);
    var stream = new MetricsStream(new GroupWriter(segments, next, sealer, listener), listener);
    stream.thread.start();
    return stream;
  }

  /// Takes a row, a JSON object on one line without its end; its position, counted from 1.
  public long append(JsonBytes row) {
    lock.lock();
    try {
      if (deposed || closing) {
        throw new MantaException(ErrorCode.MANTA, "the metrics stream is closed");
      }
      boolean wasEmpty = filling.length() == 0;
      if (!wasEmpty && filling.length() + row.length() > GROUP_BYTES_MAX) {
        full.add(new Group(filling, appended));
        filling = new JsonBytes(1 << 16);
      }
      filling.raw(row.array(), 0, row.length()).raw('\n');
      if (wasEmpty) {
        changed.signalAll();
      }
      return ++appended;
    } finally {
      lock.unlock();
    }
  }

  private void writeGroups() {
    try {
      while (awaitGroup()) {
        long started = System.nanoTime();
        writeGroup();
        pause(GROUP_NANOS - (System.nanoTime() - started));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable unexpected) {
      listener.broken(unexpected);
    } finally {
      closing = true;
      writer.close();
    }
  }

  /// Waits for rows, or until the open segment is due to be sealed; false when there is nothing
  /// left to do.
  private boolean awaitGroup() throws InterruptedException {
    lock.lock();
    try {
      while (filling.length() == 0 && full.isEmpty() && !closing && !writer.isDue()) {
        changed.awaitNanos(writer.nanosUntilDue());
      }
      return !deposed && (filling.length() > 0 || !full.isEmpty() || !closing);
    } finally {
      lock.unlock();
    }
  }

  private void writeGroup() throws InterruptedException {
    Group group = next();
    if (group.rows().length() > 0 && written(group.rows())) {
      listener.durable(group.position());
    }
    group.rows().clear();
    spare = group.rows();
    writer.rollIfDue();
  }

  /// The oldest rows that are not written.
  private Group next() {
    lock.lock();
    try {
      Group next = full.poll();
      if (next == null) {
        next = new Group(filling, appended);
        filling = spare;
      }
      return next;
    } finally {
      lock.unlock();
    }
  }

  /// Tries until the rows are durable; false when another controller has taken over or this is
  /// closed.
  private boolean written(JsonBytes rows) throws InterruptedException {
    while (!closing || !failing) {
      try {
        boolean ours = writer.write(rows);
        failing = false;
        if (!ours) {
          depose();
        }
        return ours;
      } catch (MantaException e) {
        failing = true;
        listener.failed(e);
        pause(RETRY_NANOS);
      }
    }
    listener.warning("the last reports of the run could not be written, and are lost");
    return false;
  }

  private void depose() {
    lock.lock();
    try {
      deposed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    listener.deposed();
  }

  /// Gives more rows the time to come, unless there are enough to write.
  private void pause(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !closing && (failing || full.isEmpty())) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Writes and seals what was appended. What storage does not take now stays in the open directory
  /// and is sealed by the next start.
  @Override
  public void close() {
    lock.lock();
    try {
      closing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      if (!thread.join(CLOSE_MAX)) {
        listener.warning(
            "the disk did not take the last reports of the run within %s s; some may be lost"
                .formatted(CLOSE_MAX.toSeconds()));
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
