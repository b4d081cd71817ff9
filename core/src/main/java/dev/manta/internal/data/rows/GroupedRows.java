package dev.manta.internal.data.rows;

import dev.manta.data.Aggregate;
import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.internal.data.memory.BatchMemory;
import java.util.ArrayList;
import java.util.List;

/// Adds up figures for groups of rows: first those of a unit, then what came out of several.
///
/// Between the two a group is a row of its keys and of the state of each figure.
public record GroupedRows(List<String> keys, List<Aggregate> aggregates) {
  /// Rows in the order of their keys, and where groups begin.
  record Runs(int[] rows, int[] starts) {
    static Runs of(List<Column> keys, int rows) {
      int[] order = RowOrder.of(keys, rows, false);
      return new Runs(order, RowOrder.starts(keys, order));
    }

    int count() {
      return rows.length == 0 ? 0 : starts.length - 1;
    }

    int[] firsts() {
      int[] firsts = new int[count()];
      java.util.Arrays.setAll(firsts, i -> rows[starts[i]]);
      return firsts;
    }
  }

  /// The columns that make groups.
  public List<Column> keys(Batch batch) {
    return batch.rows() == 0 ? List.of() : keys.stream().map(batch::column).toList();
  }

  /// What the groups of rows add up to.
  public Batch begin(Batch rows) {
    if (rows.rows() == 0) {
      return rows.with(Schema.of(), List.of());
    }
    return folded(
        rows,
        (groupAggregate, runs, memory) -> {
          String column = groupAggregate.aggregate().column();
          return groupAggregate.begin(column.isEmpty() ? null : rows.column(column), runs, memory);
        });
  }

  /// What groups add up to whose parts are in several rows.
  public Batch join(Batch states) {
    return folded(
        states,
        (groupAggregate, runs, memory) ->
            groupAggregate.join(
                groupAggregate.names().stream().map(states::column).toList(), runs, memory));
  }

  /// Makes the columns of a figure.
  private interface Fold {
    List<Column> of(GroupAggregate groupAggregate, Runs runs, Memory memory);
  }

  private Batch folded(Batch from, Fold fold) {
    List<Column> by = keys(from);
    Runs runs = Runs.of(by, from.rows());
    var memory = new BatchMemory();
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    int[] firsts = runs.firsts();
    add(
        keys,
        by.stream().map(key -> RowGather.column(key, firsts, memory)).toList(),
        fields,
        columns);
    for (GroupAggregate groupAggregate : figures()) {
      add(groupAggregate.names(), fold.of(groupAggregate, runs, memory), fields, columns);
    }
    return Batch.of(Schema.of(fields), columns, runs.count(), memory);
  }

  private static void add(
      List<String> names, List<Column> made, List<Field> fields, List<Column> columns) {
    for (int i = 0; i < names.size(); i++) {
      fields.add(new Field(names.get(i), made.get(i).type()));
      columns.add(made.get(i));
    }
  }

  private List<GroupAggregate> figures() {
    List<GroupAggregate> groupAggregates = new ArrayList<>();
    for (int i = 0; i < aggregates.size(); i++) {
      groupAggregates.add(GroupAggregate.of(aggregates.get(i), i));
    }
    return groupAggregates;
  }

  /// Groups as rows of their keys and figures.
  public Batch end(Batch states) {
    if (states.rows() == 0 && !states.schema().names().containsAll(stateNames())) {
      return states.with(Schema.of(), List.of());
    }
    var memory = new BatchMemory();
    List<Field> fields = new ArrayList<>(states.schema().select(keys).fields());
    List<Column> columns = new ArrayList<>(keys.stream().map(states::column).toList());
    for (GroupAggregate groupAggregate : figures()) {
      List<Column> state = groupAggregate.names().stream().map(states::column).toList();
      Column made = groupAggregate.end(state, states.rows(), memory);
      fields.add(new Field(groupAggregate.aggregate().name(), made.type()));
      columns.add(made);
    }
    Batch ended = states.with(Schema.of(fields), columns);
    ended.whenReleased(memory::release);
    return ended;
  }

  private List<String> stateNames() {
    List<String> names = new ArrayList<>(keys);
    figures().forEach(groupAggregate -> names.addAll(groupAggregate.names()));
    return names;
  }
}
