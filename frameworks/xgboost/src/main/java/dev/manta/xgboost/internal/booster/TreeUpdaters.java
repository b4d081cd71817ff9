package dev.manta.xgboost.internal.booster;

import java.util.Map;
import java.util.stream.Stream;

/// What XGBoost grows trees with. It draws columns by random numbers of its own that continue from
/// round to round, and are in no model: where anything is drawn it is made anew for each round, so
/// that a training that was interrupted draws the same.
public final class TreeUpdaters {
  private static final String PARAMETER = "updater";

  private TreeUpdaters() {}

  /// Whether a training with these parameters draws rows or columns.
  public static boolean draw(Map<String, String> parameters) {
    return !parameters.containsKey(PARAMETER)
        && Stream.of("subsample", "colsample_bytree", "colsample_bylevel", "colsample_bynode")
            .map(name -> parameters.getOrDefault(name, "1"))
            .anyMatch(share -> Double.parseDouble(share) < 1);
  }

  /// Makes them anew: another list of them is taken, and then the right one again.
  public static void renew(NativeBooster booster, Map<String, String> parameters) {
    String right = right(parameters.getOrDefault("tree_method", "auto"));
    booster.set(Map.of(PARAMETER, right + ",prune"));
    booster.configure();
    booster.set(Map.of(PARAMETER, right));
  }

  private static String right(String method) {
    return switch (method) {
      case "approx" -> "grow_histmaker";
      case "exact" -> "grow_colmaker";
      default -> "grow_quantile_histmaker";
    };
  }
}
