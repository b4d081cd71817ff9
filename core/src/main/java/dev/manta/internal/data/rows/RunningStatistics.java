package dev.manta.internal.data.rows;

import dev.manta.data.Aggregate;
import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Type;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Figures of numbers that come one by one or added up; integers and decimals are added exactly,
/// and the spread without losing digits.
final class RunningStatistics {
  private static final int DIGITS_MAX = 38;

  private final Aggregate aggregate;
  private long count;
  private long whole;
  private double sum;
  private BigDecimal exact = BigDecimal.ZERO;
  private double mean;
  private double squares;

  RunningStatistics(Aggregate aggregate) {
    this.aggregate = aggregate;
  }

  void clear() {
    count = 0;
    whole = 0;
    sum = 0;
    exact = BigDecimal.ZERO;
    mean = 0;
    squares = 0;
  }

  /// One row; a null counts for nothing, and without a column it is counted.
  void add(@Nullable Column values, int row) {
    if (values == null) {
      count++;
    } else if (!values.isNull(row)) {
      count++;
      if (aggregate.kind() != Aggregate.Kind.COUNT) {
        number(values, row);
      }
    }
  }

  private void number(Column values, int row) {
    requireNumber(values.type());
    double value = values.realAt(row);
    if (aggregate.kind() == Aggregate.Kind.SUM) {
      sum(values, row);
    }
    double off = value - mean;
    mean += off / count;
    squares += off * (value - mean);
  }

  /// The type in which values of another are added up.
  static Type sums(Type type) {
    return switch (type) {
      case Type.Scalar scalar ->
          switch (scalar) {
            case F16, F32, F64 -> Type.Scalar.F64;
            case U64 -> Type.Scalar.U64;
            case BOOL, I8, I16, I32, I64, U8, U16, U32, TEXT, BINARY, DATE -> Type.Scalar.I64;
          };
      case Type.Decimal(_, int scale) -> new Type.Decimal(DIGITS_MAX, scale);
      case Type.Timestamp _, Type.TimeOfDay _, Type.FixedBytes _, Type.ListOf _ -> Type.Scalar.I64;
    };
  }

  private void sum(Column values, int row) {
    Type type = sums(values.type());
    if (type == Type.Scalar.F64) {
      sum += values.realAt(row);
    } else if (type == Type.Scalar.I64) {
      whole(values.wholeAt(row));
    } else {
      exact = exact.add(values.exactAt(row));
    }
  }

  /// Adds the sum to a column of the type in which it was made.
  void putSum(ColumnBuilder to) {
    if (to.type() == Type.Scalar.F64) {
      to.add(sum);
    } else if (to.type() == Type.Scalar.I64) {
      to.add(whole);
    } else if (to.type() == Type.Scalar.U64) {
      requireRoom(exact.toBigInteger().bitLength() <= Long.SIZE, to.type());
      to.add(exact.toBigInteger().longValue());
    } else if (to.type() instanceof Type.Decimal(int digits, int scale)) {
      requireRoom(exact.setScale(scale).precision() <= digits, to.type());
      to.add(exact);
    }
  }

  private void requireRoom(boolean fits, Type type) {
    if (!fits) {
      throw new IllegalArgumentException(
          "%s does not fit into %s: make column \"%s\" one of f64 before"
              .formatted(aggregate.name(), type.text(), aggregate.column()));
    }
  }

  private void requireNumber(Type type) {
    if (!type.isNumber() && type != Type.Scalar.BOOL && !(type instanceof Type.Decimal)) {
      throw new IllegalArgumentException(
          "column \"%s\" is %s: %s is of numbers; count(), min and max are of anything"
              .formatted(aggregate.column(), type.text(), aggregate.name()));
    }
  }

  private void whole(long value) {
    try {
      whole = Math.addExact(whole, value);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "%s does not fit into 64 bits: make column \"%s\" one of f64 before"
              .formatted(aggregate.name(), aggregate.column()),
          e);
    }
  }

  /// What others added up: their count, sum, mean and squares.
  void join(List<Column> states, int row) {
    long other = states.get(0).wholeAt(row);
    if (other > 0) {
      sum(states.get(1), row);
      double off = states.get(2).realAt(row) - mean;
      long all = count + other;
      squares += states.get(3).realAt(row) + off * off * count / all * other;
      mean += off * other / all;
      count = all;
    }
  }

  long count() {
    return count;
  }

  double squares() {
    return squares;
  }

  /// NaN where there is nothing.
  double mean() {
    return count == 0 ? Double.NaN : mean;
  }

  /// That of a sample; NaN where there is less than two.
  double deviation() {
    return count < 2 ? Double.NaN : Math.sqrt(squares / (count - 1));
  }
}
