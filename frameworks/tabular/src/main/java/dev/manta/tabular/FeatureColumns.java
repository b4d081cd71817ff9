package dev.manta.tabular;

import java.util.HashSet;
import java.util.List;

/// Which columns are features.
///
/// @param only these and no others, in this order; all that have no other role where it is empty
/// @param ignored columns that are none
/// @param categorical features whose values have no order
public record FeatureColumns(List<String> only, List<String> ignored, List<String> categorical) {
  public FeatureColumns {
    only = distinct(only, "features");
    ignored = distinct(ignored, "ignored columns");
    categorical = distinct(categorical, "categorical features");
    requireConsistent(only, ignored, categorical);
  }

  /// Every column that has no other role.
  public static FeatureColumns all() {
    return new FeatureColumns(List.of(), List.of(), List.of());
  }

  FeatureColumns only(List<String> columns) {
    return new FeatureColumns(columns, ignored, categorical);
  }

  FeatureColumns ignored(List<String> columns) {
    return new FeatureColumns(only, columns, categorical);
  }

  FeatureColumns categorical(List<String> columns) {
    return new FeatureColumns(only, ignored, columns);
  }

  private static List<String> distinct(List<String> columns, String what) {
    if (new HashSet<>(columns).size() < columns.size()) {
      throw new IllegalArgumentException(what + " name a column twice: " + columns);
    }
    return List.copyOf(columns);
  }

  private static void requireConsistent(
      List<String> only, List<String> ignored, List<String> categorical) {
    for (String column : ignored) {
      if (only.contains(column) || categorical.contains(column)) {
        throw new IllegalArgumentException(
            "column \"" + column + "\" is both a feature and ignored; choose one");
      }
    }
    for (String column : categorical) {
      if (!only.isEmpty() && !only.contains(column)) {
        throw new IllegalArgumentException(
            "column \"%s\" is categorical, but features are only %s"
                .formatted(column, String.join(", ", only)));
      }
    }
  }
}
