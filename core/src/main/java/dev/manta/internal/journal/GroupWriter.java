package dev.manta.internal.journal;

import dev.manta.spi.json.JsonBytes;
import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Writes groups of rows to the open segment and hands it to the sealer when it is old or large.
final class GroupWriter implements AutoCloseable {
  private static final long AGE_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);
  private static final long BYTES_MAX = 8L << 20;

  private final Segments segments;
  private final Sealer sealer;
  private final MetricsListener listener;
  private final String writer = UUID.randomUUID().toString().substring(0, 8);
  private long next;
  private volatile @Nullable OpenSegment current;

  GroupWriter(Segments segments, long next, Sealer sealer, MetricsListener listener) {
    this.segments = segments;
    this.next = next;
    this.sealer = sealer;
    this.listener = listener;
  }

  /// Makes rows durable; false when another controller has taken over.
  boolean write(JsonBytes rows) {
    try {
      OpenSegment segment = segment();
      segment.write(rows.array(), rows.length());
      return (segment.isOurs() || writtenAgain(segment)) && !sealer.isDeposed();
    } catch (IOException e) {
      throw StorageFailure.of("write metrics to", Location.of(segments.open()), e);
    }
  }

  /// A file that nobody has taken was deleted.
  private boolean writtenAgain(OpenSegment segment) throws IOException {
    if (listener.takenOver()) {
      return false;
    }
    current = segment.again();
    listener.warning(
        segment.file() + " was deleted while the run wrote to it; it is written again");
    return true;
  }

  private OpenSegment segment() throws IOException {
    OpenSegment open = current;
    if (open == null) {
      long number = Math.max(next, sealer.lastUsed() + 1);
      open = OpenSegment.create(number, segments.file(number, writer), System.nanoTime());
      next = number + 1;
      current = open;
    }
    return open;
  }

  boolean isDue() {
    return nanosUntilDue() <= 0;
  }

  long nanosUntilDue() {
    OpenSegment open = current;
    if (open == null) {
      return AGE_NANOS_MAX;
    }
    return open.length() >= BYTES_MAX ? 0 : AGE_NANOS_MAX - open.ageNanos(System.nanoTime());
  }

  void rollIfDue() {
    if (isDue()) {
      roll();
    }
  }

  private void roll() {
    OpenSegment open = current;
    if (open == null) {
      return;
    }
    current = null;
    sealer.seal(open);
  }

  @Override
  public void close() {
    roll();
    sealer.close();
  }
}
