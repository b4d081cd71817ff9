package dev.manta.internal.data.unit;

import dev.manta.data.DataStats;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/// What a stream has done so far.
public final class StreamCounters {
  private final LongAdder units = new LongAdder();
  private final LongAdder rows = new LongAdder();
  private final LongAdder bytes = new LongAdder();
  private final LongAdder workNanos = new LongAdder();
  private final LongAdder stallNanos = new LongAdder();
  private final LongAdder fullNanos = new LongAdder();
  private final BadRecordLog badRecords;

  StreamCounters(BadRecordLog badRecords) {
    this.badRecords = badRecords;
  }

  public void read(long moreRows, long moreBytes, long nanos) {
    units.increment();
    rows.add(moreRows);
    bytes.add(moreBytes);
    workNanos.add(nanos);
  }

  /// The consumer waited.
  public void stalled(long nanos) {
    stallNanos.add(nanos);
  }

  /// Reading waited for the consumer.
  public void full(long nanos) {
    fullNanos.add(nanos);
  }

  DataStats stats() {
    return new DataStats(
        units.sum(),
        rows.sum(),
        bytes.sum(),
        badRecords.count(),
        Duration.ofNanos(workNanos.sum()),
        Duration.ofNanos(stallNanos.sum()),
        Duration.ofNanos(fullNanos.sum()));
  }
}
