package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.DataStats;

/// Where the units of one stream are worked on: their policy, functions and figures.
final class Workshop implements AutoCloseable {
  private final Faults faults;
  private final Stateful stateful = new Stateful();
  private final UnitReading reading;
  private final Figures figures;

  Workshop(BadRecords policy) {
    faults = new Faults(policy);
    reading = new UnitReading(faults, stateful);
    figures = new Figures(faults);
  }

  UnitReading reading() {
    return reading;
  }

  Faults faults() {
    return faults;
  }

  Figures figures() {
    return figures;
  }

  DataStats stats() {
    return figures.stats();
  }

  Batch read(Unit unit) {
    long begun = System.nanoTime();
    Batch batch = unit.read(reading);
    figures.read(batch.rows(), batch.size(), System.nanoTime() - begun);
    return batch;
  }

  @Override
  public void close() {
    stateful.close();
  }
}
