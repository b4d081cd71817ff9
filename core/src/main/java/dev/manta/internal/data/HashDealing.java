package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import java.util.List;
import java.util.Objects;

/// Deals rows by a column's value: equal ones come to the same part.
record HashDealing(KeyType type, int parts) implements Dealing {
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
    return Concat.of(pieces, new Lease());
  }
}
