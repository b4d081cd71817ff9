package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.DataStats;
import java.time.Duration;
import java.util.Map;

/// What the units of one stream share: functions, the log of bad records, counters.
public final class StreamContext implements AutoCloseable {
  private final BadRecordLog badRecords = new BadRecordLog();
  private final StatefulFunctions stateful = new StatefulFunctions();
  private final OperatorTimes times = new OperatorTimes();
  private final UnitReading reading = new UnitReading(badRecords, stateful, times);
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

  /// How long threads were busy with each operator.
  public Map<String, Duration> operators() {
    return times.all();
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
