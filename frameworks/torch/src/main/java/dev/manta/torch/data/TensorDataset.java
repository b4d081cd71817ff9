package dev.manta.torch.data;

import dev.manta.torch.internal.Lifetime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Tensors whose first dimension is the rows.
public final class TensorDataset implements SampleDataset {
  private final List<Tensor> columns;
  private final long size;

  private TensorDataset(List<Tensor> columns) {
    this.columns = columns;
    this.size = columns.getFirst().size(0);
  }

  /// Columns of equal length: `TensorDataset.of(images, labels)`.
  public static TensorDataset of(Tensor... columns) {
    if (columns.length == 0) {
      throw new IllegalArgumentException("a dataset needs at least one column");
    }
    List<Tensor> kept = new ArrayList<>();
    for (Tensor column : columns) {
      kept.add(Lifetime.keepTensor(column));
      requireEqual(columns[0].size(0), column.size(0), kept.size() - 1);
    }
    return new TensorDataset(List.copyOf(kept));
  }

  /// Rows made of a program's own objects: each has numbers, and the class it belongs to.
  public static TensorDataset labelled(
      int rows, IntFunction<float[]> numbers, IntUnaryOperator label) {
    if (rows < 1) {
      throw new IllegalArgumentException("a dataset needs at least one row, not " + rows);
    }
    int width = numbers.apply(0).length;
    float[] all = new float[Math.multiplyExact(rows, width)];
    long[] labels = new long[rows];
    for (int row = 0; row < rows; row++) {
      float[] one = numbers.apply(row);
      requireWidth(width, one.length, row);
      System.arraycopy(one, 0, all, row * width, width);
      labels[row] = label.applyAsInt(row);
    }
    return of(Tensor.create(all, rows, width), Tensor.create(labels, rows));
  }

  private static void requireWidth(int first, int width, int row) {
    if (first != width) {
      throw new IllegalArgumentException(
          "row 0 has " + first + " numbers, row " + row + " has " + width);
    }
  }

  private static void requireEqual(long first, long rows, int column) {
    if (first != rows) {
      throw new IllegalArgumentException(
          "column 0 has " + first + " rows, column " + column + " has " + rows);
    }
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public List<Tensor> get(long index) {
    return columns.stream().map(column -> column.select(0, index)).toList();
  }

  /// Rows that lie side by side are not copied.
  @Override
  public TensorBatch batch(long[] indices) {
    if (areNeighbours(indices)) {
      long first = indices.length == 0 ? 0 : indices[0];
      return rows(column -> column.narrow(0, first, indices.length), indices.length);
    }
    var pointer = new LongPointer(indices);
    Tensor index =
        torch.from_blob(pointer, new long[] {indices.length}, new TensorOptions(ScalarType.Long));
    TensorBatch batch = rows(column -> column.index_select(0, index), indices.length);
    index.close();
    pointer.close();
    return batch;
  }

  private TensorBatch rows(UnaryOperator<Tensor> choose, int count) {
    return new TensorBatch(columns.stream().map(choose).toList(), count);
  }

  private static boolean areNeighbours(long[] indices) {
    for (int i = 1; i < indices.length; i++) {
      if (indices[i] != indices[i - 1] + 1) {
        return false;
      }
    }
    return true;
  }
}
