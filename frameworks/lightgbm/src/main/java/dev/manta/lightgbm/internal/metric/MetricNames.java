package dev.manta.lightgbm.internal.metric;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The metrics that can be computed over all ranks, and LightGBM's other names for them.
public final class MetricNames {
  private static final Set<String> MORE = Set.of("auc", "average_precision", "ndcg", "map");
  private static final Set<String> NONE = Set.of("", "none", "null", "custom", "na");

  private static final Set<String> GLOBAL =
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

  private static final Map<String, String> OTHERS =
      Map.ofEntries(
          Map.entry("regression", "l2"),
          Map.entry("regression_l2", "l2"),
          Map.entry("mean_squared_error", "l2"),
          Map.entry("mse", "l2"),
          Map.entry("l2_root", "rmse"),
          Map.entry("root_mean_squared_error", "rmse"),
          Map.entry("regression_l1", "l1"),
          Map.entry("mean_absolute_error", "l1"),
          Map.entry("mae", "l1"),
          Map.entry("binary", "binary_logloss"),
          Map.entry("lambdarank", "ndcg"),
          Map.entry("rank_xendcg", "ndcg"),
          Map.entry("mean_average_precision", "map"),
          Map.entry("multiclass", "multi_logloss"),
          Map.entry("multiclassova", "multi_logloss"),
          Map.entry("xentropy", "cross_entropy"),
          Map.entry("xentlambda", "cross_entropy_lambda"),
          Map.entry("kldiv", "kullback_leibler"),
          Map.entry("mean_absolute_percentage_error", "mape"));

  private MetricNames() {}

  /// The metrics that a list with commas names, by their main names.
  ///
  /// @throws IllegalArgumentException for one that cannot be computed over all ranks
  public static List<String> of(String list) {
    return Arrays.stream(list.toLowerCase(Locale.ROOT).split(",", -1))
        .filter(name -> !NONE.contains(name))
        .map(name -> OTHERS.getOrDefault(name, name))
        .map(MetricNames::requireGlobal)
        .distinct()
        .toList();
  }

  /// The one that an objective has unless another is named, by the objective's main name.
  public static String ofObjective(String objective) {
    return OTHERS.getOrDefault(objective, objective);
  }

  static String requireGlobal(String name) {
    if (!GLOBAL.contains(plain(name))) {
      throw new IllegalArgumentException(
          "metric \"%s\" cannot be computed over all ranks; those that can are %s"
              .formatted(name, String.join(", ", GLOBAL)));
    }
    return name;
  }

  /// Whether more is better.
  ///
  /// @param name as LightGBM says it, such as `ndcg@5`
  public static boolean isHigherBetter(String name) {
    return MORE.contains(plain(name));
  }

  static String plain(String name) {
    return name.replaceFirst("@.*", "");
  }

  /// Whether LightGBM computes it for each rank; the others are computed here.
  public static boolean isLocal(String name) {
    return !name.equals("auc") && !name.equals("average_precision");
  }
}
