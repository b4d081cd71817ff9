package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.internal.data.SeededRandom;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.BatchMerge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Shuffles the rows of several units together.
final class WindowShuffle {
  private WindowShuffle() {}

  static Batch of(List<Unit> inputs, long seed, UnitReading reading) {
    Optional<ColumnwiseShuffle> byColumn = ColumnwiseShuffle.of(inputs);
    if (byColumn.isPresent()) {
      return byColumn.get().shuffled(seed, reading);
    }
    List<Batch> batches = new ArrayList<>();
    try {
      inputs.forEach(unit -> batches.add(unit.read(reading)));
      return of(batches, seed);
    } finally {
      batches.forEach(Batch::close);
    }
  }

  /// All rows of batches in random order. The batches stay open.
  static Batch of(List<Batch> batches, long seed) {
    int rows = batches.stream().mapToInt(Batch::rows).reduce(0, Math::addExact);
    return BatchMerge.of(batches, SeededRandom.permutation(rows, seed), new BatchMemory());
  }
}
