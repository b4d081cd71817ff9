package dev.manta.testkit.framework;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// Rows that [TrainingContract] trains on: four numbers from -1 to 1 in `a`, `b`, `c` and `d`, and
/// `y`, which is 1 where the sum of the first two is positive, else 0.
public final class ContractRows {
  /// The columns that are learned from.
  public static final List<String> FEATURES = List.of("a", "b", "c", "d");

  /// The column that is learned.
  public static final String LABEL = "y";

  private ContractRows() {}

  /// So many rows, the same each time.
  public static Dataset of(int rows) {
    Random random = new Random(7);
    return Dataset.of(IntStream.range(0, rows).mapToObj(_ -> row(random)).toList());
  }

  private static Row row(Random random) {
    float[] values = new float[FEATURES.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    int label = values[0] + values[1] > 0 ? 1 : 0;
    return Row.of("a", values[0], "b", values[1], "c", values[2], "d", values[3], LABEL, label);
  }
}
