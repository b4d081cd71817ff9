package dev.manta.xgboost.internal.matrix;

import java.util.Map;

/// How rows are kept for training.
///
/// @param histogram whether values are kept as the numbers of bins, as trees that are grown by
///   histograms need no more
/// @param bins how many there are of each feature
/// @param threads with which the matrix is made
public record MatrixForm(boolean histogram, int bins, int threads) {
  private static final int BINS = 256;

  /// What the parameters of a training ask for.
  public static MatrixForm of(Map<String, String> parameters, int threads) {
    String method = parameters.getOrDefault("tree_method", "auto");
    boolean trees = !parameters.getOrDefault("booster", "gbtree").equals("gblinear");
    boolean histogram = trees && (method.equals("auto") || method.equals("hist"));
    String bins = parameters.getOrDefault("max_bin", Integer.toString(BINS));
    return new MatrixForm(histogram, Integer.parseInt(bins), threads);
  }
}
