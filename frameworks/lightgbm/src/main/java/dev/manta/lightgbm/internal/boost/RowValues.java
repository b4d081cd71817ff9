package dev.manta.lightgbm.internal.boost;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableChunk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A rank's rows as LightGBM is given them.
///
/// The library divides by how many there are, so a rank without rows gives it one: features that
/// are missing, a usual label, and hardly any weight.
record RowValues(
    List<TableChunk> chunks,
    float[] labels,
    Optional<float[]> weights,
    Optional<int[]> querySizes) {
  private static final float NEXT_TO_NOTHING = 1e-30f;

  /// The rows of a table; every rank calls it.
  static RowValues of(Collectives collectives, Table table, Arena arena) {
    float usual = usualLabel(collectives, table);
    return table.rows() > 0
        ? new RowValues(table.chunks(), table.labels(), table.weights(), table.querySizes())
        : placeholder(table, usual, arena);
  }

  private static RowValues placeholder(Table table, float label, Arena arena) {
    float[] missing = new float[table.schema().size()];
    Arrays.fill(missing, Float.NaN);
    MemorySegment row = arena.allocateFrom(ValueLayout.JAVA_FLOAT, missing);
    return new RowValues(
        List.of(new TableChunk(1, row)),
        new float[] {label},
        Optional.of(new float[] {NEXT_TO_NOTHING}),
        table.querySizes().map(_ -> new int[] {1}));
  }

  /// The mean, or the class that is next to it.
  private static float usualLabel(Collectives collectives, Table table) {
    double[] sum = new double[1];
    for (float label : table.labels()) {
      sum[0] += label;
    }
    collectives.allReduce(sum, Op.SUM);
    double mean = sum[0] / table.rowsOfAllRanks();
    return (float) (table.labelsOfAllRanks().isWhole() ? Math.rint(mean) : mean);
  }

  int rows() {
    return labels.length;
  }
}
