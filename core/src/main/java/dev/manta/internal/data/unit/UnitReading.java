package dev.manta.internal.data.unit;

import dev.manta.data.BadRecords;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.internal.data.memory.BatchMemory;

/// What the reading of units has at hand: memory, functions with state, and a place for bad
/// records; what knows of no policy for them fails.
public final class UnitReading implements Reading {
  private final BadRecordLog badRecords;
  private final StatefulFunctions stateful;
  private final boolean again;

  UnitReading(BadRecordLog badRecords, StatefulFunctions stateful) {
    this(badRecords, stateful, false);
  }

  private UnitReading(BadRecordLog badRecords, StatefulFunctions stateful, boolean again) {
    this.badRecords = badRecords;
    this.stateful = stateful;
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
    return new UnitReading(badRecords, stateful, true);
  }

  /// The same for what others in this process are given too, who will not read it.
  UnitReading aloud() {
    return new UnitReading(badRecords, stateful, false);
  }

  public BadRecordLog faults() {
    return again ? BadRecordLog.silent() : badRecords;
  }

  StatefulFunctions stateful() {
    return stateful;
  }
}
