package dev.manta.xgboost.internal.matrix;

import dev.manta.tabular.Table;
import java.util.Map;

/// How rows are kept for training.
///
/// @param histogram whether values are kept as the numbers of bins, as trees that are grown by
///   histograms need no more
/// @param bins how many there are of each feature
/// @param threads with which the matrix is made
/// @param neighbours the ranks of this host
public record MatrixForm(boolean histogram, int bins, int threads, int neighbours) {
  private static final int BINS = 256;
  private static final int ROW_BYTES = 16;
  private static final int BIN_BYTES = 16;

  /// What the parameters of a training ask for.
  public static MatrixForm of(Map<String, String> parameters, int threads, int neighbours) {
    String method = parameters.getOrDefault("tree_method", "auto");
    boolean trees = !parameters.getOrDefault("booster", "gbtree").equals("gblinear");
    boolean histogram = trees && (method.equals("auto") || method.equals("hist"));
    String bins = parameters.getOrDefault("max_bin", Integer.toString(BINS));
    return new MatrixForm(histogram, Integer.parseInt(bins), threads, neighbours);
  }

  /// What the pages of a table take on disk at most, with those of the ranks beside this one: each
  /// value by rows and by columns, and the bins anew for each batch.
  long bytesOnDisk(Table table) {
    int width = table.schema().size();
    int value = !histogram ? 2 * Integer.BYTES : bins <= 1 << Byte.SIZE ? 1 : Integer.BYTES;
    long rows = (long) table.rows() * (2L * width * value + ROW_BYTES);
    long all = rows + (long) table.chunks().size() * width * bins * BIN_BYTES;
    return all * neighbours;
  }
}
