package dev.manta.data;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.DoubleStream;

/// What rows must meet to be kept; sources use it to pass over whole splits, and directories that
/// cannot have any. Nulls and NaN meet no comparison.
public sealed interface Condition {
  /// The columns that it is about.
  Set<String> columns();

  /// Whether rows of a batch meet it, by their number.
  IntPredicate on(Batch batch);

  /// Whether some row may meet it, by what is known of columns.
  boolean mayHold(Function<String, Optional<Bounds>> known);

  /// How a value is compared.
  enum Comparison {
    LESS,
    AT_MOST,
    EQUAL,
    AT_LEAST,
    MORE
  }

  /// Less than a number.
  static Condition less(String column, double value) {
    return Compared.of(column, Comparison.LESS, value);
  }

  /// A number or less.
  static Condition atMost(String column, double value) {
    return Compared.of(column, Comparison.AT_MOST, value);
  }

  /// Exactly a number.
  static Condition equal(String column, double value) {
    return Compared.of(column, Comparison.EQUAL, value);
  }

  /// Exactly an integer, of any size.
  static Condition equal(String column, long value) {
    return new Compared(column, Comparison.EQUAL, (double) value, value);
  }

  /// Exactly a text.
  static Condition equal(String column, String value) {
    return new OneOf(column, List.of(value));
  }

  /// A number or more.
  static Condition atLeast(String column, double value) {
    return Compared.of(column, Comparison.AT_LEAST, value);
  }

  /// More than a number.
  static Condition more(String column, double value) {
    return Compared.of(column, Comparison.MORE, value);
  }

  /// One of these texts.
  static Condition in(String column, String... values) {
    return new OneOf(column, List.of(values));
  }

  /// One of these numbers.
  static Condition in(String column, double... values) {
    return new Either(DoubleStream.of(values).mapToObj(value -> equal(column, value)).toList());
  }

  /// No value.
  static Condition isNull(String column) {
    return new Missing(column);
  }

  /// Any value.
  static Condition notNull(String column) {
    return new Present(column);
  }

  /// At least one of these.
  static Condition either(Condition... any) {
    return new Either(List.of(any));
  }

  /// A condition on one column.
  sealed interface OnColumn extends Condition {
    /// The name of the column.
    String column();

    /// Whether some row may meet it, by what is known of the column.
    boolean mayHold(Bounds bounds);

    /// Refuses to compare the values of a column.
    private static boolean refused(String column, Column values, String what) {
      throw new IllegalArgumentException(
          "column \"%s\" is %s, which a condition compares with %s; compare it with its own type, or filter rows by a function"
              .formatted(column, values.type().text(), what));
    }

    @Override
    default Set<String> columns() {
      return Set.of(column());
    }

    @Override
    default boolean mayHold(Function<String, Optional<Bounds>> known) {
      return known.apply(column()).map(this::mayHold).orElse(true);
    }
  }

  /// A comparison with a number.
  ///
  /// @param whole the number as an integer, which columns of integers are compared with where it is
  ///   one
  record Compared(String column, Comparison comparison, double value, long whole)
      implements OnColumn {
    private static final double EXACT = 1L << 53;
    private static final double BEHIND_LONGS = 0x1p63;

    static Compared of(String column, Comparison comparison, double value) {
      return new Compared(column, comparison, value, value == BEHIND_LONGS ? 0 : (long) value);
    }

    @Override
    public IntPredicate on(Batch batch) {
      Column values = batch.column(column);
      boolean exact = isWhole(values.type()) && (double) whole == value;
      boolean comparable = isComparable(values.type());
      return row ->
          !values.isNull(row)
              && (comparable || OnColumn.refused(column, values, "a number"))
              && (exact ? holds(order(values, row)) : holds(values.realAt(row)));
    }

    /// Whether there are values that a floating-point number cannot tell from their neighbours.
    private static boolean isWhole(Type type) {
      return type == Type.Scalar.I64
          || type == Type.Scalar.U64
          || type instanceof Type.Timestamp
          || type instanceof Type.TimeOfDay
          || type instanceof Type.Decimal;
    }

    private int order(Column values, int row) {
      if (values.type() instanceof Type.Decimal) {
        return values.exactAt(row).compareTo(BigDecimal.valueOf(whole));
      }
      if (values.type() == Type.Scalar.U64) {
        return whole < 0 ? 1 : Long.compareUnsigned(values.wholeAt(row), whole);
      }
      return Long.compare(values.wholeAt(row), whole);
    }

    private static boolean isComparable(Type type) {
      return !type.isVariable()
          && !(type instanceof Type.ListOf)
          && !(type instanceof Type.FixedBytes);
    }

    private boolean holds(double found) {
      return !Double.isNaN(found)
          && !Double.isNaN(value)
          && holds(found < value ? -1 : found > value ? 1 : 0);
    }

    private boolean holds(int order) {
      return switch (comparison) {
        case LESS -> order < 0;
        case AT_MOST -> order <= 0;
        case EQUAL -> order == 0;
        case AT_LEAST -> order >= 0;
        case MORE -> order > 0;
      };
    }

    @Override
    public boolean mayHold(Bounds bounds) {
      return bounds.values()
          && (!(bounds.range().orElse(null) instanceof Bounds.Numbers range) || mayHold(range));
    }

    /// Numbers that are not exact may be a little less or more.
    private boolean mayHold(Bounds.Numbers range) {
      boolean near = Math.abs(value) >= EXACT;
      return switch (comparison) {
        case LESS -> range.least() < value || (near && range.least() == value);
        case AT_MOST -> range.least() <= value;
        case EQUAL -> range.least() <= value && value <= range.most();
        case AT_LEAST -> range.most() >= value;
        case MORE -> range.most() > value || (near && range.most() == value);
      };
    }
  }

  /// One of some texts.
  record OneOf(String column, List<String> texts) implements OnColumn {
    public OneOf {
      texts = List.copyOf(texts);
    }

    @Override
    public IntPredicate on(Batch batch) {
      Column values = batch.column(column);
      Set<String> wanted = Set.copyOf(texts);
      boolean comparable = values.type() == Type.Scalar.TEXT;
      return row ->
          !values.isNull(row)
              && (comparable || OnColumn.refused(column, values, "a text"))
              && wanted.contains(values.textAt(row));
    }

    @Override
    public boolean mayHold(Bounds bounds) {
      return bounds.values() && texts.stream().anyMatch(bounds::mayHold);
    }
  }

  /// No value.
  record Missing(String column) implements OnColumn {
    @Override
    public IntPredicate on(Batch batch) {
      return batch.column(column)::isNull;
    }

    @Override
    public boolean mayHold(Bounds bounds) {
      return bounds.nulls();
    }
  }

  /// Any value.
  record Present(String column) implements OnColumn {
    @Override
    public IntPredicate on(Batch batch) {
      Column values = batch.column(column);
      return row -> !values.isNull(row);
    }

    @Override
    public boolean mayHold(Bounds bounds) {
      return bounds.values();
    }
  }

  /// At least one of some conditions.
  record Either(List<Condition> any) implements Condition {
    public Either {
      any = List.copyOf(any);
    }

    @Override
    public Set<String> columns() {
      Set<String> all = new LinkedHashSet<>();
      any.forEach(each -> all.addAll(each.columns()));
      return all;
    }

    @Override
    public IntPredicate on(Batch batch) {
      return any.stream().map(each -> each.on(batch)).reduce(_ -> false, IntPredicate::or);
    }

    @Override
    public boolean mayHold(Function<String, Optional<Bounds>> known) {
      return any.stream().anyMatch(each -> each.mayHold(known));
    }
  }
}
