package dev.manta.testkit.data;

import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.internal.data.memory.BatchMemory;

/// A reading in which no record may be bad.
final class StrictReading implements Reading {
  @Override
  public Memory memory() {
    return new BatchMemory();
  }

  @Override
  public void bad(String place, String record, RuntimeException why) {
    throw new AssertionError(place + " has a record that cannot be read: " + record, why);
  }
}
