package dev.manta.bench.trees;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Column;
import dev.manta.data.Dataset;
import dev.manta.tabular.FeatureRows;
import dev.manta.tabular.TableFeature;
import dev.manta.tabular.TableSchema;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Rows in arrays, as programs without Manta hand them to a library: features one row after the
/// other, and labels.
record MatrixRows(float[] features, float[] labels) {
  private static final int BATCH = 1 << 14;

  /// Those of Parquet files. The arrays are made once, as large as they will be.
  static MatrixRows read(List<Path> files) {
    Dataset dataset = Dataset.parquet(files.stream().map(Path::toString).toArray(String[]::new));
    int rows = Math.toIntExact(dataset.count());
    var all = new MatrixRows(new float[rows * TreeWork.FEATURES], new float[rows]);
    FeatureRows writer = FeatureRows.of(schema(), Optional.empty());
    int at = 0;
    try (Batches<Batch> batches = dataset.batches(BATCH)) {
      for (Batch batch : batches) {
        all.take(batch, writer, at);
        at += batch.rows();
      }
    }
    return all;
  }

  private void take(Batch batch, FeatureRows writer, int at) {
    long begin = (long) at * TreeWork.FEATURES * Float.BYTES;
    writer.write(batch, MemorySegment.ofArray(features).asSlice(begin));
    Column label = batch.column(TreeWork.LABEL);
    for (int row = 0; row < batch.rows(); row++) {
      labels[at + row] = (float) label.realAt(row);
    }
  }

  private static TableSchema schema() {
    return new TableSchema(
        IntStream.range(0, TreeWork.FEATURES)
            .mapToObj(i -> new TableFeature("f" + i, Optional.empty()))
            .toList());
  }

  int rows() {
    return labels.length;
  }

  /// How badly a model predicts the labels: the mean of the logarithms of how unlikely it thought
  /// them.
  ///
  /// @param chances of a label of 1, for each row
  double logLoss(double[] chances) {
    return IntStream.range(0, labels.length)
        .mapToDouble(row -> -Math.log(labels[row] == 1 ? chances[row] : 1 - chances[row]))
        .average()
        .orElseThrow();
  }
}
