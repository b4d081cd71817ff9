package dev.manta.journal;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.json.JsonBytes;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Writes the rows of all ranks: in groups to a local file at least every 20 ms, sealed into
/// numbered segments each second or 8 MB.
///
/// Threads append; one thread of its own writes and one seals. A row is durable once the listener
/// has heard its position.
public final class MetricsStream implements AutoCloseable {
  private static final long GROUP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int PENDING_BYTES_MAX = 32 << 20;
  private static final Duration FULL_WAIT_MAX = Duration.ofSeconds(30);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final MetricsListener listener;
  private final GroupWriter writer;
  private final Thread thread;
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
    long next = new MetricsRecovery(segments).takeOver();
    MetricsStream stream =
        new MetricsStream(
            new GroupWriter(segments, next, new Sealer(segments, listener)), listener);
    stream.thread.start();
    return stream;
  }

  /// Takes a row, a JSON object on one line without its end; its position, counted from 1.
  ///
  /// Waits while the disk is far behind; fails when that lasts.
  public long append(JsonBytes row) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitRoom(row.length());
      boolean wasEmpty = filling.length() == 0;
      filling.raw(row.array(), 0, row.length()).raw('\n');
      if (wasEmpty) {
        changed.signalAll();
      }
      return ++appended;
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom(int bytes) throws InterruptedException {
    long left = FULL_WAIT_MAX.toNanos();
    while (filling.length() > 0 && filling.length() + bytes > PENDING_BYTES_MAX) {
      if (left <= 0) {
        throw new MantaException(
            ErrorCode.STORAGE,
            "metrics cannot be written to %s; check that disk".formatted(writer.place()));
      }
      left = changed.awaitNanos(left);
    }
    if (deposed || closing) {
      throw new MantaException(ErrorCode.MANTA, "the metrics stream is closed");
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
      while (filling.length() == 0 && !closing && !writer.isDue()) {
        changed.awaitNanos(writer.nanosUntilDue());
      }
      return !deposed && (filling.length() > 0 || !closing);
    } finally {
      lock.unlock();
    }
  }

  private void writeGroup() throws InterruptedException {
    long position = swap();
    if (spare.length() > 0 && writeSpare()) {
      listener.durable(position);
    }
    writer.rollIfDue();
  }

  /// Takes the filled buffer as the spare one; the position of its last row.
  private long swap() {
    lock.lock();
    try {
      JsonBytes filled = filling;
      filling = spare;
      filling.clear();
      spare = filled;
      changed.signalAll();
      return appended;
    } finally {
      lock.unlock();
    }
  }

  /// Tries until the rows are durable; false when another controller has taken over or this is
  /// closed.
  private boolean writeSpare() throws InterruptedException {
    while (!closing || !failing) {
      try {
        boolean ours = writer.write(spare);
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

  private void pause(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (left > 0 && !closing) {
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
      if (!thread.join(FULL_WAIT_MAX)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
