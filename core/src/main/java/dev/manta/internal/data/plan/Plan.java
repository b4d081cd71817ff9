package dev.manta.internal.data.plan;

import dev.manta.data.Aggregate;
import dev.manta.data.BadRecords;
import dev.manta.data.JoinKind;
import dev.manta.internal.data.unit.RowTransform;
import dev.manta.internal.data.unit.UnitCache;
import java.util.List;

/// What a dataset is, before anything is read: a tree that binds to JSON and so travels to workers.
public sealed interface Plan {
  record Read(SourceRef source) implements Plan {}

  record Each(Plan input, RowTransform step) implements Plan {}

  /// Rows whose bad records have a policy of their own.
  record Guarded(Plan input, BadRecords bad) implements Plan {}

  record Limit(Plan input, long rows) implements Plan {}

  /// Without the first rows.
  record Skip(Plan input, long rows) implements Plan {}

  record Union(List<Plan> inputs) implements Plan {}

  record Zip(Plan left, Plan right) implements Plan {}

  /// The same rows, kept from the first pass on in each process that reads them.
  record Cached(Plan input, UnitCache shelf) implements Plan {}

  /// Rows of several by turns, as weights say, until the first is at its end.
  record Mix(List<Plan> inputs, List<Double> weights, long seed) implements Plan {}

  /// Units in random order, rows in random order within windows of several units.
  record ShuffleWindow(Plan input, long rows, long seed) implements Plan {}

  /// All rows in random order.
  record Shuffle(Plan input, long seed) implements Plan {}

  /// All rows in the order of a column's values.
  record Sort(Plan input, String column, boolean descending) implements Plan {}

  /// Pairs of rows with the same value in a column.
  record Join(Plan left, Plan right, String key, JoinKind kind) implements Plan {}

  /// A row for each combination of values in some columns.
  record Aggregated(Plan input, List<String> keys, List<Aggregate> aggregates) implements Plan {}

  /// The same rows in units of other sizes.
  record Repartition(Plan input, int rows) implements Plan {}
}
