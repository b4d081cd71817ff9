package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.BatchConcat;
import dev.manta.internal.data.rows.JoinKeyType;
import dev.manta.internal.data.rows.JoinKeys;
import java.util.List;
import java.util.Objects;

/// Deals rows by a column's value: equal ones come to the same part.
public record HashPartitioning(JoinKeyType type, int parts) implements Partitioning {
  @Override
  public int[] deal(int unit, Batch all) {
    Column keys = type.of(all);
    int[] numbers = new int[all.rows()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Math.floorMod(Objects.hashCode(JoinKeys.at(keys, i)) * 0x9E3779B9, parts);
    }
    return numbers;
  }

  @Override
  public Batch merge(List<Batch> pieces, int part) {
    return BatchConcat.of(pieces, new BatchMemory());
  }
}
