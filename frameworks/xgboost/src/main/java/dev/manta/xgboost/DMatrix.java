package dev.manta.xgboost;

import dev.manta.tabular.LabelRange;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableSchema;
import dev.manta.xgboost.internal.matrix.RowMatrix;
import java.util.Optional;

/// One rank's rows of a dataset, as XGBoost trains on them. Lives as long as the attempt.
public final class DMatrix {
  private final String name;
  private final Table table;
  private final RowMatrix matrix;

  DMatrix(String name, Table table, RowMatrix matrix) {
    this.name = name;
    this.table = table;
    this.matrix = matrix;
  }

  /// The dataset's name.
  public String name() {
    return name;
  }

  /// How many rows this rank has.
  public int rows() {
    return table.rows();
  }

  /// How many rows all ranks have.
  public long rowsOfAllRanks() {
    return table.rowsOfAllRanks();
  }

  /// The features, the same on every rank.
  public TableSchema schema() {
    return table.schema();
  }

  /// The label of each row.
  public float[] labels() {
    return table.labels().clone();
  }

  /// The labels of all ranks in short.
  public LabelRange labelsOfAllRanks() {
    return table.labelsOfAllRanks();
  }

  /// How much each row counts, where a column says so.
  public Optional<float[]> weights() {
    return table.weights().map(float[]::clone);
  }

  /// How many rows each group has that is ranked among itself, in the order of rows.
  public Optional<int[]> querySizes() {
    return table.querySizes().map(int[]::clone);
  }

  /// Whether its rows lie on disk, as they exceed what may be in memory.
  public boolean isOnDisk() {
    return table.isSpilled();
  }

  Table table() {
    return table;
  }

  RowMatrix matrix() {
    return matrix;
  }
}
