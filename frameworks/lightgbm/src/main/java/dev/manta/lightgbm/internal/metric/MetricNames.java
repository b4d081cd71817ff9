package dev.manta.lightgbm.internal.metric;

import java.util.Set;
import java.util.TreeSet;

/// The metrics that can be computed over all ranks, and the library's other names for them.
public final class MetricNames {
  static final Set<String> GLOBAL =
      new TreeSet<>(
          Set.of(
              "auc",
              "average_precision",
              "binary_error",
              "binary_logloss",
              "cross_entropy",
              "cross_entropy_lambda",
              "fair",
              "gamma",
              "gamma_deviance",
              "huber",
              "kullback_leibler",
              "l1",
              "l2",
              "map",
              "mape",
              "multi_error",
              "multi_logloss",
              "ndcg",
              "poisson",
              "quantile",
              "rmse",
              "tweedie"));

  private MetricNames() {}
}
