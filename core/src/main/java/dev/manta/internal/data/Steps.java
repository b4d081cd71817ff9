package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Column;
import dev.manta.data.Condition;
import dev.manta.data.Field;
import dev.manta.data.Functions;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Applies steps to the rows of a unit.
final class Steps {
  private final UnitReading reading;
  private final String place;

  Steps(UnitReading reading, String place) {
    this.reading = reading;
    this.place = place;
  }

  /// What a step makes of a batch, which it closes.
  Batch apply(Step step, Batch in) {
    try (in) {
      return switch (step) {
        case Step.Select(List<String> columns) -> select(in, columns);
        case Step.Drop(List<String> columns) -> select(in, without(in, columns));
        case Step.Rename(Map<String, String> names) -> rename(in, names);
        case Step.MapRows(Code code) -> map(in, code.as(Functions.RowMap.class));
        case Step.WithColumn(String name, Code code) ->
            withColumn(in, name, code.as(Functions.RowValue.class));
        case Step.FlatMapRows(Code code) -> flatMap(in, code.as(Functions.RowFlatMap.class));
        case Step.FilterRows(Code code) -> filter(in, code.as(Functions.RowTest.class));
        case Step.Where(Condition condition) -> where(in, condition);
        case Step.Sample sample -> sample(in, sample);
        case Step.MapBatches batches -> mapBatches(in, batches);
      };
    }
  }

  private static Batch select(Batch in, List<String> names) {
    Schema schema = in.schema().select(names);
    return in.with(schema, names.stream().map(in::column).toList());
  }

  private static List<String> without(Batch in, List<String> names) {
    names.forEach(in.schema()::indexOf);
    return in.schema().names().stream().filter(name -> !names.contains(name)).toList();
  }

  private static Batch rename(Batch in, Map<String, String> names) {
    names.keySet().forEach(in.schema()::indexOf);
    List<Field> fields = new ArrayList<>();
    for (Field field : in.schema().fields()) {
      fields.add(new Field(names.getOrDefault(field.name(), field.name()), field.type()));
    }
    return in.with(Schema.of(fields), in.columns());
  }

  /// A user's function on one row.
  private interface OnRow {
    void apply(Row row) throws Exception;
  }

  private void each(Batch in, String what, OnRow function) {
    for (int i = 0; i < in.rows(); i++) {
      try {
        function.apply(in.row(i));
      } catch (Exception e) {
        String at = "%s of row %d of %s".formatted(what, i, place);
        reading.bad(at, String.valueOf(in.row(i)), failure(e));
      }
    }
  }

  private static RuntimeException failure(Exception e) {
    return new IllegalArgumentException("failed with " + e, e);
  }

  private Batch map(Batch in, Functions.RowMap function) {
    var out = new BatchBuilder(reading.memory());
    each(in, "map", row -> out.add(function.apply(row)));
    return out.build();
  }

  private Batch flatMap(Batch in, Functions.RowFlatMap function) {
    var out = new BatchBuilder(reading.memory());
    each(in, "flatMap", row -> copyOf(function.apply(row)).forEach(out::add));
    return out.build();
  }

  private static List<Row> copyOf(Iterable<Row> rows) {
    List<Row> all = new ArrayList<>();
    rows.forEach(all::add);
    return all;
  }

  private Batch withColumn(Batch in, String name, Functions.RowValue function) {
    var values = new BatchBuilder(reading.memory());
    for (int i = 0; i < in.rows(); i++) {
      values.add(Row.of(name, value(in, i, name, function)));
    }
    try (Batch added = values.build()) {
      return joined(in, added.rows() == 0 ? null : added, name);
    }
  }

  private @Nullable Object value(Batch in, int row, String name, Functions.RowValue function) {
    try {
      return function.apply(in.row(row));
    } catch (Exception e) {
      throw new MantaException(
          ErrorCode.USER,
          "withColumn \"%s\" of row %d of %s failed: %s".formatted(name, row, place, e),
          e);
    }
  }

  private Batch joined(Batch in, @Nullable Batch added, String name) {
    List<Field> fields = new ArrayList<>();
    List<Batch> from = new ArrayList<>();
    for (Field field : in.schema().fields()) {
      if (!field.name().equals(name)) {
        fields.add(field);
        from.add(in);
      }
    }
    if (added != null) {
      fields.add(added.schema().fields().getFirst());
      from.add(added);
    }
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      columns.add(from.get(i).column(fields.get(i).name()));
    }
    Batch both = in.with(Schema.of(fields), columns);
    if (added != null) {
      Batch kept = added.retain();
      both.whenReleased(kept::close);
    }
    return both;
  }

  private Batch filter(Batch in, Functions.RowTest function) {
    List<Integer> kept = new ArrayList<>();
    int[] next = {0};
    each(
        in,
        "filter",
        row -> {
          int index = next[0]++;
          if (function.test(row)) {
            kept.add(index);
          }
        });
    return keep(in, kept.stream().mapToInt(Integer::intValue).toArray());
  }

  private Batch keep(Batch in, int[] rows) {
    return rows.length == in.rows() ? in.retain() : Gather.rows(in, rows, reading.memory());
  }

  private Batch keep(Batch in, IntPredicate test) {
    int[] rows = new int[in.rows()];
    int count = 0;
    for (int i = 0; i < rows.length; i++) {
      if (test.test(i)) {
        rows[count++] = i;
      }
    }
    return keep(in, java.util.Arrays.copyOf(rows, count));
  }

  private Batch where(Batch in, Condition condition) {
    Column column = in.column(condition.column());
    return keep(in, row -> !column.isNull(row) && condition.holds(column.realAt(row)));
  }

  private Batch sample(Batch in, Step.Sample sample) {
    long base = Randoms.mix(sample.seed(), Randoms.hash(place));
    return keep(
        in, row -> Randoms.unit(Randoms.mix(base, row)) < sample.fraction() != sample.complement());
  }

  private Batch mapBatches(Batch in, Step.MapBatches step) {
    Functions.BatchMap function =
        step.factory()
            ? reading.stateful(step.function())
            : step.function().as(Functions.BatchMap.class);
    int size = step.rows() == 0 ? Math.max(in.rows(), 1) : step.rows();
    List<Batch> out = new ArrayList<>();
    try {
      for (int from = 0; from < in.rows(); from += size) {
        out.add(batch(in, from, Math.min(size, in.rows() - from), step, function));
      }
      return out.isEmpty() ? in.retain() : joined(out);
    } finally {
      out.forEach(Batch::close);
    }
  }

  private Batch joined(List<Batch> out) {
    return out.size() == 1 ? out.getFirst().retain() : Concat.of(out, reading.memory());
  }

  private Batch batch(
      Batch in, int from, int rows, Step.MapBatches step, Functions.BatchMap function) {
    try (Batch slice = in.slice(from, rows)) {
      Batch result = function.apply(slice);
      if (step.keeps() && result.rows() != rows) {
        throw new IllegalArgumentException(
            "it made %d rows of %d; use flatMapBatches, where their number may change"
                .formatted(result.rows(), rows));
      }
      return result == slice ? slice.retain() : result;
    } catch (Exception e) {
      throw new MantaException(
          ErrorCode.USER,
          "mapBatches on rows %d to %d of %s failed: %s".formatted(from, from + rows, place, e),
          e);
    }
  }
}
