package dev.manta.xgboost;

import dev.manta.tabular.TableRoles;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What a trainer was told of columns so far, in whatever order.
///
/// @param label the column that is learned
/// @param others what was said of other columns
record ColumnRoles(Optional<String> label, UnaryOperator<TableRoles> others) {
  static ColumnRoles none() {
    return new ColumnRoles(Optional.empty(), roles -> roles);
  }

  ColumnRoles label(String column) {
    return checked(new ColumnRoles(Optional.of(column), others));
  }

  ColumnRoles and(UnaryOperator<TableRoles> more) {
    return checked(new ColumnRoles(label, roles -> more.apply(others.apply(roles))));
  }

  /// Roles that contradict each other are refused at once.
  private static ColumnRoles checked(ColumnRoles roles) {
    if (roles.label.isPresent()) {
      var _ = roles.roles();
    }
    return roles;
  }

  TableRoles roles() {
    return others.apply(
        TableRoles.label(
            label.orElseThrow(
                () ->
                    new IllegalArgumentException("say which column is learned, by label(\"…\")"))));
  }
}
