package dev.manta.lightgbm.internal.metric;

import dev.manta.tabular.Table;
import java.util.stream.DoubleStream;

/// How the value of a metric over all ranks follows from those that the library computes of each
/// rank's rows.
enum MetricKind {
  /// The mean, each rank counting by the weights of its rows.
  MEAN,
  /// The mean, each rank counting by its rows.
  MEAN_OF_ROWS,
  /// The root of the mean of squares.
  ROOT_MEAN,
  /// The mean, each rank counting by its queries.
  MEAN_OF_QUERIES,
  /// The sum.
  SUM;

  /// The kind of a metric by LightGBM's name for it, such as `ndcg@5`.
  static MetricKind of(String name) {
    return switch (MetricNames.plain(MetricNames.requireGlobal(name))) {
      case "rmse" -> ROOT_MEAN;
      case "ndcg", "map" -> MEAN_OF_QUERIES;
      case "gamma_deviance" -> SUM;
      case "cross_entropy_lambda" -> MEAN_OF_ROWS;
      default -> MEAN;
    };
  }

  /// How much a rank counts.
  double weight(Table table) {
    return switch (this) {
      case MEAN, ROOT_MEAN -> table.weights().map(MetricKind::sum).orElse((double) table.rows());
      case MEAN_OF_ROWS -> table.rows();
      case MEAN_OF_QUERIES -> queries(table);
      case SUM -> table.rows() == 0 ? 0 : 1;
    };
  }

  private static double sum(float[] weights) {
    double sum = 0;
    for (float weight : weights) {
      sum += weight;
    }
    return sum;
  }

  /// A query weighs what its rows weigh on average.
  private static double queries(Table table) {
    int[] sizes = table.querySizes().orElse(new int[0]);
    return table.weights().map(weights -> sums(sizes, weights).sum()).orElse((double) sizes.length);
  }

  private static DoubleStream sums(int[] sizes, float[] weights) {
    double[] means = new double[sizes.length];
    int row = 0;
    for (int i = 0; i < sizes.length; i++) {
      float sum = 0;
      for (int end = row + sizes[i]; row < end; row++) {
        sum += weights[row];
      }
      means[i] = sum / sizes[i];
    }
    return DoubleStream.of(means);
  }

  /// What is summed over ranks.
  double term(double value) {
    return this == ROOT_MEAN ? value * value : value;
  }

  /// The metric from the sum of terms, each by its weight, and the sum of weights.
  double value(double sum, double weights) {
    return switch (this) {
      case SUM -> sum;
      case ROOT_MEAN -> Math.sqrt(sum / weights);
      case MEAN, MEAN_OF_ROWS, MEAN_OF_QUERIES -> sum / weights;
    };
  }
}
