package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.DataStats;

/// What the units of one stream share: functions, the log of bad records, counters.
public final class StreamContext implements AutoCloseable {
  private final BadRecordLog badRecords = new BadRecordLog();
  private final StatefulFunctions stateful = new StatefulFunctions();
  private final UnitReading reading = new UnitReading(badRecords, stateful);
  private final StreamCounters counters = new StreamCounters(badRecords);

  public UnitReading reading() {
    return reading;
  }

  public BadRecordLog faults() {
    return badRecords;
  }

  public StreamCounters figures() {
    return counters;
  }

  public DataStats stats() {
    return counters.stats();
  }

  public Batch read(Unit unit) {
    long begun = System.nanoTime();
    Batch batch = unit.read(reading);
    counters.read(batch.rows(), batch.size(), System.nanoTime() - begun);
    return batch;
  }

  @Override
  public void close() {
    stateful.close();
  }
}
