package dev.manta.internal.data;

import dev.manta.data.Aggregate;
import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Row;
import dev.manta.internal.data.source.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Adds up figures for groups of rows, unit after unit.
final class Grouping {
  private final List<String> keys;
  private final List<Aggregate> aggregates;
  private final Map<Key, List<Tally>> groups = new HashMap<>();

  /// The values that rows of a group have in common.
  private record Key(List<@Nullable Object> values) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      for (int i = 0; i < values.size(); i++) {
        int order = SortKeys.order(false).compare(values.get(i), other.values.get(i));
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }
  }

  private Grouping(List<String> keys, List<Aggregate> aggregates) {
    this.keys = keys;
    this.aggregates = aggregates;
  }

  static Table of(
      List<Unit> units, List<String> keys, List<Aggregate> aggregates, UnitReading reading) {
    var grouping = new Grouping(keys, aggregates);
    for (Unit unit : units) {
      try (Batch batch = unit.read(reading)) {
        grouping.add(batch);
      }
    }
    return grouping.table();
  }

  private void add(Batch batch) {
    List<Column> groupedBy = keys.stream().map(batch::column).toList();
    List<@Nullable Column> values = new ArrayList<>();
    for (Aggregate each : aggregates) {
      values.add(each.column().isEmpty() ? null : batch.column(each.column()));
    }
    for (int i = 0; i < batch.rows(); i++) {
      List<Tally> tallies = groups.computeIfAbsent(key(groupedBy, i), _ -> tallies());
      for (int a = 0; a < tallies.size(); a++) {
        add(tallies.get(a), values.get(a), i);
      }
    }
  }

  private static void add(Tally tally, @Nullable Column values, int row) {
    if (values == null) {
      tally.add(0);
    } else if (!values.isNull(row)) {
      tally.add(values.realAt(row));
    }
  }

  private static Key key(List<Column> columns, int row) {
    List<@Nullable Object> key = new ArrayList<>();
    columns.forEach(column -> key.add(SortKeys.at(column, row)));
    return new Key(key);
  }

  private List<Tally> tallies() {
    return aggregates.stream().map(_ -> new Tally()).toList();
  }

  private Table table() {
    List<Row> rows = new ArrayList<>();
    new TreeMap<>(groups).forEach((key, tallies) -> rows.add(row(key.values(), tallies)));
    return Table.of(rows);
  }

  private Row row(List<@Nullable Object> key, List<Tally> tallies) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i < keys.size(); i++) {
      values.put(keys.get(i), key.get(i));
    }
    for (int i = 0; i < aggregates.size(); i++) {
      values.put(aggregates.get(i).name(), tallies.get(i).figure(aggregates.get(i).kind()));
    }
    return Row.of(values);
  }
}
