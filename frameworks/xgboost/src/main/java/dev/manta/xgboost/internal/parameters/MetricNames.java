package dev.manta.xgboost.internal.parameters;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// The metrics that a training reports, by XGBoost's names for them.
public final class MetricNames {
  /// Metrics of which more is better: some say after `@` for how many rows, and by `-` that a group
  /// without a relevant row counts 0.
  private static final Pattern GREATER =
      Pattern.compile(
          "(.*-)?(auc|aucpr|pre|map|ndcg|ams|interval-regression-accuracy)(@[-+.0-9e]*)?-?");

  private static final Set<String> OF_GROUPS = Set.of("pre", "map", "ndcg");
  private static final Set<String> OF_ONE_RANK = Set.of("ams", "cox-nloglik");

  private MetricNames() {}

  /// Whether more is better.
  ///
  /// @param metric as reports name it, such as `valid-ndcg@5`
  public static boolean isHigherBetter(String metric) {
    return GREATER.matcher(metric).matches();
  }

  /// The metrics that each dataset is scored with, in the order of reports: those that are named,
  /// or else that of the objective.
  public static List<String> of(Map<String, String> parameters) {
    List<String> named = named(parameters);
    boolean none = isTrue(parameters.getOrDefault("disable_default_eval_metric", "0"));
    return !named.isEmpty()
        ? named.stream().map(MetricNames::reported).distinct().toList()
        : none ? List.of() : List.of(ofObjective(parameters));
  }

  private static List<String> named(Map<String, String> parameters) {
    return Arrays.stream(parameters.getOrDefault("eval_metric", "").split(",", -1))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private static boolean isTrue(String value) {
    return value.equals("1") || value.equalsIgnoreCase("true");
  }

  /// XGBoost leaves out what it takes by itself, and writes numbers its own way.
  private static String reported(String name) {
    String plain = plain(name);
    return switch (plain) {
      case "error" -> name.equals(plain) ? name : at(plain, number(name), "0.5");
      case "tweedie-nloglik", "ams" -> at(plain, number(name), "");
      default -> name;
    };
  }

  private static String at(String plain, String number, String usual) {
    return number.equals(usual) ? plain : plain + "@" + number;
  }

  private static String number(String name) {
    return ReportedNumber.of(name.substring(name.indexOf('@') + 1));
  }

  private static String ofObjective(Map<String, String> parameters) {
    return switch (parameters.getOrDefault("objective", "reg:squarederror")) {
      case "reg:squaredlogerror" -> "rmsle";
      case "reg:pseudohubererror" -> "mphe";
      case "reg:absoluteerror" -> "mae";
      case "reg:quantileerror" -> "quantile";
      case "reg:gamma" -> "gamma-deviance";
      case "reg:tweedie" ->
          "tweedie-nloglik@" + number(parameters.getOrDefault("tweedie_variance_power", "1.5"));
      case "binary:logistic", "binary:logitraw" -> "logloss";
      case "binary:hinge" -> "error";
      case "count:poisson" -> "poisson-nloglik";
      case "multi:softmax", "multi:softprob" -> "mlogloss";
      case "rank:ndcg", "rank:pairwise" -> "ndcg" + firstRows(parameters);
      case "rank:map" -> "map" + firstRows(parameters);
      case "survival:cox" -> "cox-nloglik";
      case "survival:aft" -> "aft-nloglik";
      default -> "rmse";
    };
  }

  /// For how many rows of a group the order counts.
  private static String firstRows(Map<String, String> parameters) {
    boolean all = "mean".equals(parameters.get("lambdarank_pair_method"));
    return all ? "" : "@" + parameters.getOrDefault("lambdarank_num_pair_per_sample", "32");
  }

  private static String plain(String name) {
    return name.replaceFirst("@.*|-$", "");
  }

  /// Refuses metrics that XGBoost would compute of each rank's rows alone.
  ///
  /// @param dataset the one that is scored
  /// @param grouped whether its rows are in groups that are ranked
  public static void requireGlobal(
      Map<String, String> parameters, int ranks, String dataset, boolean grouped) {
    for (String name : ranks == 1 ? List.<String>of() : of(parameters)) {
      if (OF_ONE_RANK.contains(plain(name))) {
        throw new IllegalArgumentException(
            "XGBoost computes metric %s for the rows of one rank only, and this run has %s ranks: train with ScalingConfig.workers(1), or take another eval_metric"
                .formatted(name, ranks));
      }
      if (OF_GROUPS.contains(plain(name)) && !grouped) {
        throw new IllegalArgumentException(
            "metric %s ranks rows within groups, and dataset \"%s\" has none, so that each of %s ranks would rank its own rows: name the column of the groups with query(\"…\"), or train with ScalingConfig.workers(1)"
                .formatted(name, dataset, ranks));
      }
    }
  }
}
