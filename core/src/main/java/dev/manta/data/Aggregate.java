package dev.manta.data;

/// What is told of the values in a column. Nulls are left out: without any value the least and the
/// greatest are null, the mean is NaN and the sum 0. The sum of integers is an i64, of u64 a u64,
/// and of decimals a decimal of 38 digits, all exact; too large a sum is an error. NaN makes sums
/// and means NaN; the least and the greatest leave it out unless there is nothing else.
///
/// @param name what the result is called
public record Aggregate(Kind kind, String column, String name) {
  /// Which figure.
  public enum Kind {
    COUNT,
    SUM,
    MEAN,
    MIN,
    MAX,
    /// The standard deviation of a sample: the sum of squares over n - 1.
    STD
  }

  /// The rows, as `count`.
  public static Aggregate count() {
    return new Aggregate(Kind.COUNT, "", "count");
  }

  /// The sum of a column, as `sum_` and its name.
  public static Aggregate sum(String column) {
    return new Aggregate(Kind.SUM, column, "sum_" + column);
  }

  /// The mean of a column, as `mean_` and its name.
  public static Aggregate mean(String column) {
    return new Aggregate(Kind.MEAN, column, "mean_" + column);
  }

  /// The least value of a column, as `min_` and its name.
  public static Aggregate min(String column) {
    return new Aggregate(Kind.MIN, column, "min_" + column);
  }

  /// The greatest value of a column, as `max_` and its name.
  public static Aggregate max(String column) {
    return new Aggregate(Kind.MAX, column, "max_" + column);
  }

  /// The sample's standard deviation of a column, as `std_` and its name.
  public static Aggregate std(String column) {
    return new Aggregate(Kind.STD, column, "std_" + column);
  }

  /// The same figure under another name.
  public Aggregate as(String other) {
    return new Aggregate(kind, column, other);
  }
}
