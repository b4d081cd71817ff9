package dev.manta.internal.data.rows;

import dev.manta.data.Aggregate;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One figure of groups: its state as columns with a row for each group.
sealed interface GroupAggregate {
  Aggregate aggregate();

  /// What the columns of its state are called.
  List<String> names();

  /// The state of groups of rows; without a column rows are counted.
  List<Column> begin(@Nullable Column values, GroupedRows.Runs runs, Memory memory);

  /// The state of groups whose states are in several rows.
  List<Column> join(List<Column> states, GroupedRows.Runs runs, Memory memory);

  /// The figure of each group.
  Column end(List<Column> states, int rows, Memory memory);

  static GroupAggregate of(Aggregate aggregate, int index) {
    return switch (aggregate.kind()) {
      case MIN, MAX -> new Extreme(aggregate, index);
      case COUNT, SUM, MEAN, STD -> new Sum(aggregate, index);
    };
  }

  /// The least or the greatest value, of whatever can be ordered; NaN counts only where there is
  /// nothing else.
  record Extreme(Aggregate aggregate, int index) implements GroupAggregate {
    @Override
    public List<String> names() {
      return List.of("#" + index);
    }

    @Override
    public List<Column> begin(@Nullable Column values, GroupedRows.Runs runs, Memory memory) {
      return List.of(best(java.util.Objects.requireNonNull(values), runs, memory));
    }

    @Override
    public List<Column> join(List<Column> states, GroupedRows.Runs runs, Memory memory) {
      return List.of(best(states.getFirst(), runs, memory));
    }

    @Override
    public Column end(List<Column> states, int rows, Memory memory) {
      return states.getFirst();
    }

    private Column best(Column values, GroupedRows.Runs runs, Memory memory) {
      int[] best = new int[runs.count()];
      for (int group = 0; group < best.length; group++) {
        best[group] = best(values, runs, group);
      }
      return RowGather.column(values, best, memory);
    }

    /// Any row of a group stands for its nulls where it has nothing else.
    private int best(Column values, GroupedRows.Runs runs, int group) {
      Comparator<@Nullable Object> order = SortKeys.best(aggregate.kind() == Aggregate.Kind.MAX);
      int best = runs.rows()[runs.starts()[group]];
      @Nullable Object found = SortKeys.at(values, best);
      for (int i = runs.starts()[group] + 1; i < runs.starts()[group + 1]; i++) {
        @Nullable Object value = SortKeys.at(values, runs.rows()[i]);
        if (order.compare(value, found) < 0) {
          best = runs.rows()[i];
          found = value;
        }
      }
      return best;
    }
  }

  /// What is added up.
  record Sum(Aggregate aggregate, int index) implements GroupAggregate {
    @Override
    public List<String> names() {
      return List.of("#n" + index, "#sum" + index, "#mean" + index, "#squares" + index);
    }

    @Override
    public List<Column> begin(@Nullable Column values, GroupedRows.Runs runs, Memory memory) {
      var states =
          new States(values == null ? Type.Scalar.I64 : RunningStatistics.sums(values.type()));
      var statistics = new RunningStatistics(aggregate);
      for (int group = 0; group < runs.count(); group++) {
        statistics.clear();
        for (int i = runs.starts()[group]; i < runs.starts()[group + 1]; i++) {
          statistics.add(values, runs.rows()[i]);
        }
        states.add(statistics);
      }
      return states.build(memory);
    }

    @Override
    public List<Column> join(List<Column> columns, GroupedRows.Runs runs, Memory memory) {
      var states = new States(RunningStatistics.sums(columns.get(1).type()));
      var statistics = new RunningStatistics(aggregate);
      for (int group = 0; group < runs.count(); group++) {
        statistics.clear();
        for (int i = runs.starts()[group]; i < runs.starts()[group + 1]; i++) {
          statistics.join(columns, runs.rows()[i]);
        }
        states.add(statistics);
      }
      return states.build(memory);
    }

    @Override
    public Column end(List<Column> states, int rows, Memory memory) {
      return switch (aggregate.kind()) {
        case COUNT -> states.get(0);
        case SUM -> states.get(1);
        case MEAN, STD, MIN, MAX -> reals(states, rows, memory);
      };
    }

    private Column reals(List<Column> states, int rows, Memory memory) {
      var builder = new ColumnBuilder(Type.Scalar.F64);
      var statistics = new RunningStatistics(aggregate);
      for (int i = 0; i < rows; i++) {
        statistics.clear();
        statistics.join(states, i);
        builder.add(
            aggregate.kind() == Aggregate.Kind.MEAN ? statistics.mean() : statistics.deviation());
      }
      return builder.build(memory);
    }
  }

  /// The states of sums while they are being collected.
  final class States {
    private final ColumnBuilder counts = new ColumnBuilder(Type.Scalar.I64);
    private final ColumnBuilder sums;
    private final ColumnBuilder means = new ColumnBuilder(Type.Scalar.F64);
    private final ColumnBuilder squares = new ColumnBuilder(Type.Scalar.F64);

    States(Type sums) {
      this.sums = new ColumnBuilder(sums);
    }

    void add(RunningStatistics statistics) {
      counts.add(statistics.count());
      statistics.putSum(sums);
      means.add(statistics.count() == 0 ? 0 : statistics.mean());
      squares.add(statistics.squares());
    }

    List<Column> build(Memory memory) {
      return List.of(
          counts.build(memory), sums.build(memory), means.build(memory), squares.build(memory));
    }
  }
}
