package dev.manta.data;

import java.util.List;
import java.util.Optional;

/// What of a source is needed. A source may give more columns and more rows: both are taken away
/// afterwards.
public record Wanted(Optional<List<String>> columns, List<Condition> conditions) {
  public Wanted {
    columns = columns.map(List::copyOf);
    conditions = List.copyOf(conditions);
  }

  /// All columns and all rows.
  public static Wanted everything() {
    return new Wanted(Optional.empty(), List.of());
  }

  /// Whether a column is needed.
  public boolean wants(String column) {
    return columns.isEmpty() || columns.get().contains(column);
  }
}
