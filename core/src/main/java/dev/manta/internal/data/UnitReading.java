package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.data.Memory;
import dev.manta.data.Reading;

/// What the reading of units has at hand: memory, functions with state, and a place for bad
/// records; what knows of no policy for them fails.
final class UnitReading implements Reading {
  private final Faults faults;
  private final Stateful stateful;

  UnitReading(Faults faults, Stateful stateful) {
    this.faults = faults;
    this.stateful = stateful;
  }

  @Override
  public Memory memory() {
    return new Lease();
  }

  @Override
  public void bad(String place, String record, RuntimeException why) {
    faults.bad(BadRecords.fail(), place, record, why);
  }

  Faults faults() {
    return faults;
  }

  Stateful stateful() {
    return stateful;
  }
}
