package dev.manta.internal.data.unit;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.internal.data.memory.BatchMemory;
import java.util.function.Supplier;

/// What the reading of units has at hand: memory, functions with state, and a place for bad
/// records; what knows of no policy for them fails.
public final class UnitReading implements Reading {
  private final BadRecordLog badRecords;
  private final StatefulFunctions stateful;
  private final OperatorTimes times;
  private final boolean again;

  UnitReading(BadRecordLog badRecords, StatefulFunctions stateful, OperatorTimes times) {
    this(badRecords, stateful, times, false);
  }

  private UnitReading(
      BadRecordLog badRecords, StatefulFunctions stateful, OperatorTimes times, boolean again) {
    this.badRecords = badRecords;
    this.stateful = stateful;
    this.times = times;
    this.again = again;
  }

  @Override
  public Memory memory() {
    return new BatchMemory();
  }

  @Override
  public void bad(String place, String record, RuntimeException why) {
    badRecords.bad(BadRecords.fail(), place, record, why);
  }

  /// The same for what is read elsewhere too: bad records are told of there.
  UnitReading again() {
    return new UnitReading(badRecords, stateful, times, true);
  }

  /// The same for what others in this process are given too, who will not read it.
  UnitReading aloud() {
    return new UnitReading(badRecords, stateful, times, false);
  }

  public BadRecordLog faults() {
    return again ? BadRecordLog.silent() : badRecords;
  }

  /// What an operator makes; the time that takes is its own.
  Batch timed(String operator, Supplier<Batch> making) {
    long begun = System.nanoTime();
    try {
      return making.get();
    } finally {
      times.add(operator, System.nanoTime() - begun);
    }
  }

  StatefulFunctions stateful() {
    return stateful;
  }
}
