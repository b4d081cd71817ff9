package dev.manta.internal.data;

import dev.manta.data.Functions;
import dev.manta.data.Memory;
import dev.manta.data.Reading;

/// What the reading of units has at hand: memory, the policy for broken records, functions with
/// state.
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
    faults.bad(place, record, why);
  }

  Functions.BatchMap stateful(Code factory) {
    return stateful.of(factory);
  }
}
