package dev.manta.internal.data;

import dev.manta.data.Aggregate;
import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import java.util.ArrayList;
import java.util.List;

/// Adds up figures for groups of rows: first those of a unit, then what came out of several.
///
/// Between the two a group is a row of its keys and of the state of each figure.
record Grouping(List<String> keys, List<Aggregate> aggregates) {
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
  List<Column> keys(Batch batch) {
    return batch.rows() == 0 ? List.of() : keys.stream().map(batch::column).toList();
  }

  /// What the groups of rows add up to.
  Batch begin(Batch rows) {
    if (rows.rows() == 0) {
      return rows.with(Schema.of(), List.of());
    }
    return folded(
        rows,
        (figure, runs, memory) -> {
          String column = figure.aggregate().column();
          return figure.begin(column.isEmpty() ? null : rows.column(column), runs, memory);
        });
  }

  /// What groups add up to whose parts are in several rows.
  Batch join(Batch states) {
    return folded(
        states,
        (figure, runs, memory) ->
            figure.join(figure.names().stream().map(states::column).toList(), runs, memory));
  }

  /// Makes the columns of a figure.
  private interface Fold {
    List<Column> of(Figure figure, Runs runs, Memory memory);
  }

  private Batch folded(Batch from, Fold fold) {
    List<Column> by = keys(from);
    Runs runs = Runs.of(by, from.rows());
    var memory = new Lease();
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    int[] firsts = runs.firsts();
    add(keys, by.stream().map(key -> Gather.column(key, firsts, memory)).toList(), fields, columns);
    for (Figure figure : figures()) {
      add(figure.names(), fold.of(figure, runs, memory), fields, columns);
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

  private List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    for (int i = 0; i < aggregates.size(); i++) {
      figures.add(Figure.of(aggregates.get(i), i));
    }
    return figures;
  }

  /// Groups as rows of their keys and figures.
  Batch end(Batch states) {
    if (states.rows() == 0 && !states.schema().names().containsAll(stateNames())) {
      return states.with(Schema.of(), List.of());
    }
    var memory = new Lease();
    List<Field> fields = new ArrayList<>(states.schema().select(keys).fields());
    List<Column> columns = new ArrayList<>(keys.stream().map(states::column).toList());
    for (Figure figure : figures()) {
      List<Column> state = figure.names().stream().map(states::column).toList();
      Column made = figure.end(state, states.rows(), memory);
      fields.add(new Field(figure.aggregate().name(), made.type()));
      columns.add(made);
    }
    Batch ended = states.with(Schema.of(fields), columns);
    ended.whenReleased(memory::release);
    return ended;
  }

  private List<String> stateNames() {
    List<String> names = new ArrayList<>(keys);
    figures().forEach(figure -> names.addAll(figure.names()));
    return names;
  }
}
