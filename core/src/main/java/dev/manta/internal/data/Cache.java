package dev.manta.internal.data;

import dev.manta.data.Batch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Units that were read once, in memory while the budget has room, then on disk.
final class Cache implements AutoCloseable {
  private final Map<Integer, Spill.Held> held = new ConcurrentHashMap<>();
  private final Spill spill = new Spill();

  /// The rows of a unit, which is read the first time.
  Batch read(int index, Unit unit, UnitReading reading) {
    return held.computeIfAbsent(index, _ -> spill.hold(unit.read(reading))).read();
  }

  @Override
  public void close() {
    held.values().forEach(Spill.Held::close);
    held.clear();
    spill.close();
  }
}
