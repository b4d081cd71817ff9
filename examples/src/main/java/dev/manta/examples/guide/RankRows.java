package dev.manta.examples.guide;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Shard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// This rank's rows of a dataset in memory, for algorithms that go over them again and again.
///
/// @param rows the features of each row, and behind them its label
record RankRows(List<double[]> rows) {
  // region: read
  /// Reads one pass. A rank may get no rows, and rows that only keep it in step with others.
  static RankRows read(Shard shard, List<String> features, String label) {
    List<double[]> rows = new ArrayList<>();
    try (Batches<Batch> batches = shard.batches(1000)) {
      for (Batch batch : batches) {
        for (int row = 0; row < batch.weight(); row++) {
          double[] values = new double[features.size() + 1];
          for (int i = 0; i < features.size(); i++) {
            values[i] = batch.column(features.get(i)).realAt(row);
          }
          values[features.size()] = batch.column(label).realAt(row);
          rows.add(values);
        }
      }
    }
    return new RankRows(rows);
  }

  // endregion

  int count() {
    return rows.size();
  }

  /// A feature of a row.
  double feature(int row, int feature) {
    return rows.get(row)[feature];
  }

  double label(int row) {
    double[] values = rows.get(row);
    return values[values.length - 1];
  }

  /// The features of a row, and a 1 behind them.
  double[] withConstant(int row) {
    double[] values = Arrays.copyOf(rows.get(row), rows.get(row).length);
    values[values.length - 1] = 1;
    return values;
  }
}
