package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.internal.data.SeededRandom;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/// Deals rows at random, to each part as many of every unit.
public final class ShufflePartitioning implements Partitioning {
  private final List<Unit> units;
  private final long seed;
  private final int parts;

  public ShufflePartitioning(List<Unit> known, long seed) {
    this.units = known;
    this.seed = seed;
    this.parts = Partitioning.parts(known);
  }

  @Override
  public int parts() {
    return parts;
  }

  @Override
  public OptionalLong rows(int part) {
    long rows = 0;
    for (int unit = 0; unit < units.size(); unit++) {
      rows += border(unit, part, 1) - border(unit, part, 0);
    }
    return OptionalLong.of(rows);
  }

  /// Where a part's share of a unit begins or ends; a different part gets each unit's odd rows.
  private int border(int unit, int part, int end) {
    long place = Math.floorMod(part - unit, parts);
    return (int) (units.get(unit).rows().orElseThrow() * (place + end) / parts);
  }

  @Override
  public int[] deal(int unit, Batch all) {
    int[] dealt = new int[all.rows()];
    for (int part = 0; part < parts; part++) {
      Arrays.fill(dealt, border(unit, part, 0), border(unit, part, 1), part);
    }
    SeededRandom.shuffle(dealt, SeededRandom.mix(seed, unit));
    return dealt;
  }

  @Override
  public Batch merge(List<Batch> pieces, int part) {
    return WindowShuffle.of(pieces, SeededRandom.mix(seed, -1L - part));
  }
}
