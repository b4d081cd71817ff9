package dev.manta.internal.data.unit;

import dev.manta.data.BadRecords;
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
import dev.manta.internal.data.SeededRandom;
import dev.manta.internal.data.UserFunction;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.BatchConcat;
import dev.manta.internal.data.rows.RowGather;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Applies steps to the rows of a unit.
final class TransformRunner {
  private final UnitReading reading;
  private final String place;
  private final BadRecords policy;

  TransformRunner(UnitReading reading, String place) {
    this(reading, place, BadRecords.fail());
  }

  private TransformRunner(UnitReading reading, String place, BadRecords policy) {
    this.reading = reading;
    this.place = place;
    this.policy = policy;
  }

  /// What a step makes of a batch, which it closes.
  Batch apply(RowTransform transform, Batch in) {
    try (in) {
      return in.rows() == 0 ? nothing(transform, in) : some(transform, in);
    }
  }

  /// Without rows nobody can say what columns a function makes: then there are none. A unit that
  /// lost its columns that way misses none of those that later steps name.
  private Batch nothing(RowTransform transform, Batch in) {
    return switch (transform) {
      case RowTransform.Select(List<String> columns) ->
          has(in, columns) ? some(transform, in) : nothing();
      case RowTransform.Drop(List<String> columns) ->
          has(in, columns) ? some(transform, in) : nothing();
      case RowTransform.Rename(Map<String, String> names) ->
          has(in, names.keySet()) ? some(transform, in) : nothing();
      case RowTransform.Where _, RowTransform.FilterRows _, RowTransform.Sample _ -> in.retain();
      case RowTransform.Lenient(RowTransform inner, _) -> nothing(inner, in);
      case RowTransform.MapRows _,
          RowTransform.WithColumn _,
          RowTransform.FlatMapRows _,
          RowTransform.MapBatches _ ->
          nothing();
    };
  }

  private static boolean has(Batch in, Collection<String> columns) {
    return columns.stream().allMatch(in.schema()::has);
  }

  /// No rows, and no columns that anybody could miss.
  static Batch nothing() {
    return Batch.of(Schema.of(), List.of(), 0, new BatchMemory());
  }

  private Batch some(RowTransform transform, Batch in) {
    return switch (transform) {
      case RowTransform.Lenient(RowTransform inner, BadRecords policy) ->
          new TransformRunner(reading, place, policy).some(inner, in);
      case RowTransform.Select(List<String> columns) -> select(in, columns);
      case RowTransform.Drop(List<String> columns) -> select(in, without(in, columns));
      case RowTransform.Rename(Map<String, String> names) -> rename(in, names);
      case RowTransform.MapRows(UserFunction userFunction) ->
          map(in, userFunction.as(Functions.RowMap.class));
      case RowTransform.WithColumn(String name, UserFunction userFunction) ->
          withColumn(in, name, userFunction.as(Functions.RowValue.class));
      case RowTransform.FlatMapRows(UserFunction userFunction) ->
          flatMap(in, userFunction.as(Functions.RowFlatMap.class));
      case RowTransform.FilterRows(UserFunction userFunction) ->
          filter(in, userFunction.as(Functions.RowTest.class));
      case RowTransform.Where(Condition condition) -> where(in, condition);
      case RowTransform.Sample sample -> sample(in, sample);
      case RowTransform.MapBatches batches -> mapBatches(in, batches);
    };
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
        String at = "%s of row %s of %s".formatted(what, i, place);
        reading.faults().bad(policy, at, String.valueOf(in.row(i)), failure(e));
      }
    }
  }

  private static RuntimeException failure(Exception e) {
    return new IllegalArgumentException("failed with " + e, e);
  }

  private Batch map(Batch in, Functions.RowMap function) {
    var out = new BatchBuilder(reading.memory()).like(in.schema());
    each(in, "map", row -> out.add(given(function.apply(row))));
    return out.build();
  }

  private Batch flatMap(Batch in, Functions.RowFlatMap function) {
    var out = new BatchBuilder(reading.memory()).like(in.schema());
    each(in, "flatMap", row -> out.addAll(copyOf(given(function.apply(row)))));
    return out.build();
  }

  private static List<Row> copyOf(Iterable<Row> rows) {
    List<Row> all = new ArrayList<>();
    rows.forEach(row -> all.add(given(row)));
    return all;
  }

  /// Functions of users may give what they must not.
  private static <T> T given(@Nullable T made) {
    if (made == null) {
      throw new IllegalArgumentException(
          "it gave null: leave rows out with filter, or flatMap and an empty list");
    }
    return made;
  }

  private Batch withColumn(Batch in, String name, Functions.RowValue function) {
    var values = new BatchBuilder(reading.memory()).like(in.schema());
    Accepts add =
        row -> {
          values.add(Row.of(name, function.apply(row)));
          return true;
        };
    int[] kept = accepted(in, "withColumn \"" + name + "\"", add);
    try (Batch rows = keep(in, kept);
        Batch added = values.build()) {
      return rows.rows() == 0 ? nothing() : joined(rows, added, name);
    }
  }

  private static Batch joined(Batch in, Batch added, String name) {
    List<String> others = in.schema().names().stream().filter(each -> !each.equals(name)).toList();
    List<Field> fields = new ArrayList<>(in.schema().select(others).fields());
    List<Column> columns = new ArrayList<>(others.stream().map(in::column).toList());
    fields.add(added.schema().field(name));
    columns.add(added.column(name));
    Batch both = in.with(Schema.of(fields), columns);
    Batch kept = added.retain();
    both.whenReleased(kept::close);
    return both;
  }

  /// Whether a row stays.
  private interface Accepts {
    boolean test(Row row) throws Exception;
  }

  private int[] accepted(Batch in, String what, Accepts test) {
    List<Integer> kept = new ArrayList<>();
    int[] next = {0};
    each(
        in,
        what,
        row -> {
          int index = next[0]++;
          if (test.test(row)) {
            kept.add(index);
          }
        });
    return kept.stream().mapToInt(Integer::intValue).toArray();
  }

  private Batch filter(Batch in, Functions.RowTest function) {
    return keep(in, accepted(in, "filter", function::test));
  }

  private Batch keep(Batch in, int[] rows) {
    return rows.length == in.rows() ? in.retain() : RowGather.rows(in, rows, reading.memory());
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
    return keep(in, condition.on(in));
  }

  private Batch sample(Batch in, RowTransform.Sample sample) {
    long base = SeededRandom.mix(sample.seed(), SeededRandom.hash(sample.relative(place)));
    return keep(
        in,
        row ->
            SeededRandom.unit(SeededRandom.mix(base, row)) < sample.fraction()
                != sample.complement());
  }

  /// A user's function on some rows.
  private interface OnBatch {
    @Nullable Batch apply(Batch batch) throws Exception;
  }

  private OnBatch function(RowTransform.MapBatches step) {
    return step.atMost() > 0
        ? batch -> reading.stateful().apply(step.function(), step.atMost(), batch)
        : step.function().as(Functions.BatchMap.class)::apply;
  }

  private Batch mapBatches(Batch in, RowTransform.MapBatches step) {
    OnBatch function = function(step);
    int size = step.rows() == 0 ? in.rows() : step.rows();
    List<Batch> out = new ArrayList<>();
    try {
      for (int from = 0; from < in.rows(); from += size) {
        out.add(batch(in, from, Math.min(size, in.rows() - from), step, function));
      }
      return joined(out);
    } finally {
      out.forEach(Batch::close);
    }
  }

  private Batch joined(List<Batch> out) {
    return out.size() == 1 ? out.getFirst().retain() : BatchConcat.of(out, reading.memory());
  }

  private Batch batch(
      Batch in, int from, int rows, RowTransform.MapBatches step, OnBatch function) {
    try (Batch slice = in.slice(from, rows)) {
      Batch result = function.apply(slice);
      if (result == null) {
        throw new IllegalArgumentException(
            "it gave null: give the batch itself where nothing changes");
      }
      if (step.keeps() && result.rows() != rows) {
        throw new IllegalArgumentException(
            "it made %s rows of %s; use flatMapBatches, where their number may change"
                .formatted(result.rows(), rows));
      }
      return result == slice ? slice.retain() : result;
    } catch (Exception e) {
      throw new MantaException(
          ErrorCode.USER,
          "mapBatches on rows %s to %s of %s failed: %s".formatted(from, from + rows, place, e),
          e);
    }
  }
}
