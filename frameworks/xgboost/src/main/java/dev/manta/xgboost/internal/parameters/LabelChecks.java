package dev.manta.xgboost.internal.parameters;

import dev.manta.tabular.LabelRange;
import java.util.Map;

/// Whether labels are what an objective learns.
public final class LabelChecks {
  private LabelChecks() {}

  /// Refuses parameters and labels that do not fit, in words that tell more than XGBoost's.
  ///
  /// @param grouped whether rows are in groups that are ranked
  public static void require(
      Map<String, String> parameters, LabelRange labels, String dataset, boolean grouped) {
    String objective = parameters.getOrDefault("objective", "reg:squarederror");
    try {
      if (objective.startsWith("multi:")) {
        labels.requireClasses(classes(parameters, objective));
      } else if (objective.equals("binary:logistic") || objective.equals("binary:logitraw")) {
        requireChances(labels, objective);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("dataset \"" + dataset + "\": " + e.getMessage(), e);
    }
    if (objective.startsWith("rank:") && !grouped) {
      throw new IllegalArgumentException(
          "objective %s ranks rows within groups: name the column of the groups with query(\"…\")"
              .formatted(objective));
    }
  }

  private static int classes(Map<String, String> parameters, String objective) {
    String classes = parameters.get("num_class");
    if (classes == null) {
      throw new IllegalArgumentException(
          "objective " + objective + " needs the parameter num_class, the number of classes");
    }
    return Integer.parseInt(classes);
  }

  private static void requireChances(LabelRange labels, String objective) {
    if (labels.least() < 0 || labels.most() > 1) {
      throw new IllegalArgumentException(
          "labels of objective %s are from 0 to 1, but there are labels from %s to %s; map them, or use multi:softprob for several classes"
              .formatted(objective, labels.least(), labels.most()));
    }
  }
}
