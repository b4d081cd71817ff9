package dev.manta.tabular;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the columns of a dataset are to a model that learns from tables. Columns without a role are
/// features.
///
/// @param label the column that is learned
/// @param weight the column that says how much a row counts
/// @param query the column whose equal values make a group of rows that are ranked among each other
/// @param missing a number that stands for a missing value, beside nulls and NaN
public record TableRoles(
    String label,
    Optional<String> weight,
    Optional<String> query,
    FeatureColumns features,
    Optional<Double> missing) {
  public TableRoles {
    requireName(label, "the label");
    weight.ifPresent(column -> requireName(column, "the weight"));
    query.ifPresent(column -> requireName(column, "the query"));
    requireApart(label, weight, query, features);
  }

  /// This column is learned, all others are features.
  public static TableRoles label(String column) {
    return new TableRoles(
        column, Optional.empty(), Optional.empty(), FeatureColumns.all(), Optional.empty());
  }

  /// The same with a column that says how much a row counts.
  public TableRoles weight(String column) {
    return new TableRoles(label, Optional.of(column), query, features, missing);
  }

  /// The same with a column whose equal values make a group that is ranked. Every rank reads the
  /// whole dataset, see `DataConfig.whole()`, and keeps the groups that are its own.
  public TableRoles query(String column) {
    return new TableRoles(label, weight, Optional.of(column), features, missing);
  }

  /// The same with only these features, in this order.
  public TableRoles features(String... columns) {
    return features(features.only(List.of(columns)));
  }

  /// The same without these columns.
  public TableRoles ignoring(String... columns) {
    return features(features.ignored(List.of(columns)));
  }

  /// The same with these features taken as categories: their values are texts or numbers that have
  /// no order.
  public TableRoles categorical(String... columns) {
    return features(features.categorical(List.of(columns)));
  }

  /// The same with a number that stands for a missing value.
  public TableRoles missing(double value) {
    return new TableRoles(label, weight, query, features, Optional.of(value));
  }

  private TableRoles features(FeatureColumns other) {
    return new TableRoles(label, weight, query, other, missing);
  }

  /// The columns that are not features.
  List<String> others() {
    return others(label, weight, query);
  }

  private static void requireName(String column, String role) {
    if (column.isBlank()) {
      throw new IllegalArgumentException("the column that is " + role + " has no name");
    }
  }

  private static void requireApart(
      String label, Optional<String> weight, Optional<String> query, FeatureColumns features) {
    Set<String> seen = new HashSet<>(features.only());
    for (String column : others(label, weight, query)) {
      if (!seen.add(column)) {
        throw new IllegalArgumentException(
            "column \"" + column + "\" has two roles: a label, weight or query is not a feature");
      }
      if (features.categorical().contains(column)) {
        throw new IllegalArgumentException(
            "column \"" + column + "\" has two roles: only features can be categorical");
      }
    }
  }

  private static List<String> others(
      String label, Optional<String> weight, Optional<String> query) {
    List<String> all = new ArrayList<>(List.of(label));
    weight.ifPresent(all::add);
    query.ifPresent(all::add);
    return all;
  }
}
