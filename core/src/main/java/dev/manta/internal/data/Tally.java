package dev.manta.internal.data;

import dev.manta.data.Aggregate;
import dev.manta.data.Column;
import dev.manta.data.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Figures of numbers that come one by one or added up; integers are added exactly, and the spread
/// without losing digits.
final class Tally {
  private final Aggregate aggregate;
  private long count;
  private long whole;
  private double sum;
  private double mean;
  private double squares;

  Tally(Aggregate aggregate) {
    this.aggregate = aggregate;
  }

  void clear() {
    count = 0;
    whole = 0;
    sum = 0;
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
      sum += value;
      whole(isReal(values.type()) ? 0 : values.wholeAt(row));
    }
    double off = value - mean;
    mean += off / count;
    squares += off * (value - mean);
  }

  /// Whether it is added up in floating point: what 64 bits with a sign do not hold exactly.
  static boolean isReal(Type type) {
    return switch (type) {
      case Type.Scalar scalar ->
          switch (scalar) {
            case F16, F32, F64, U64 -> true;
            case BOOL, I8, I16, I32, I64, U8, U16, U32, TEXT, BINARY, DATE -> false;
          };
      case Type.Decimal _ -> true;
      case Type.Timestamp _, Type.TimeOfDay _, Type.FixedBytes _, Type.ListOf _ -> false;
    };
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
      Column sums = states.get(1);
      sum += sums.realAt(row);
      whole(isReal(sums.type()) ? 0 : sums.wholeAt(row));
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

  long whole() {
    return whole;
  }

  double sum() {
    return sum;
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
