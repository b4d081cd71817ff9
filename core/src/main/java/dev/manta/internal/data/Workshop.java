package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.DataStats;

/// Where the units of one stream are worked on: their functions, bad records and figures.
final class Workshop implements AutoCloseable {
  private final Faults faults = new Faults();
  private final Stateful stateful = new Stateful();
  private final UnitReading reading = new UnitReading(faults, stateful);
  private final Figures figures = new Figures(faults);

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
