package dev.manta.xgboost.internal.booster;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The metrics of a round, as XGBoost writes them: `[3]`, and after a tab each name and value.
public final class RoundScores {
  private RoundScores() {}

  /// The values by their names, in XGBoost's order.
  public static Map<String, Double> parse(String line) {
    Map<String, Double> scores = new LinkedHashMap<>();
    for (String each : List.of(line.strip().split("\t"))) {
      int colon = each.lastIndexOf(':');
      if (colon > 0) {
        scores.put(each.substring(0, colon), number(each.substring(colon + 1)));
      }
    }
    return scores;
  }

  private static double number(String text) {
    return switch (text) {
      case "nan", "-nan" -> Double.NaN;
      case "inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }
}
