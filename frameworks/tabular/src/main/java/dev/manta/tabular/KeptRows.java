package dev.manta.tabular;

import java.util.List;
import java.util.Optional;

/// The rows of one rank, freed when nobody uses them any more.
final class KeptRows implements AutoCloseable {
  private final TableSchema schema;
  private final RowStore store;
  private final float[] labels;
  private final Optional<float[]> weights;
  private final Optional<int[]> querySizes;
  private int users = 1;

  /// @param schema with the categories that all ranks agreed on
  KeptRows(
      TableSchema schema,
      RowStore store,
      float[] labels,
      Optional<float[]> weights,
      Optional<int[]> querySizes) {
    this.schema = schema;
    this.store = store;
    this.labels = labels;
    this.weights = weights;
    this.querySizes = querySizes;
  }

  synchronized KeptRows retain() {
    if (users == 0) {
      throw new IllegalStateException("these rows have been freed");
    }
    users++;
    return this;
  }

  TableSchema schema() {
    return schema;
  }

  List<TableChunk> chunks() {
    return store.chunks();
  }

  boolean isSpilled() {
    return store.isSpilled();
  }

  float[] labels() {
    return labels;
  }

  Optional<float[]> weights() {
    return weights;
  }

  Optional<int[]> querySizes() {
    return querySizes;
  }

  double least() {
    double least = Double.POSITIVE_INFINITY;
    for (float label : labels) {
      least = Math.min(least, label);
    }
    return least;
  }

  double most() {
    double most = Double.NEGATIVE_INFINITY;
    for (float label : labels) {
      most = Math.max(most, label);
    }
    return most;
  }

  /// How many labels are not whole numbers.
  long fractions() {
    long fractions = 0;
    for (float label : labels) {
      fractions += label == Math.rint(label) ? 0 : 1;
    }
    return fractions;
  }

  @Override
  public synchronized void close() {
    if (--users == 0) {
      store.close();
    }
  }
}
