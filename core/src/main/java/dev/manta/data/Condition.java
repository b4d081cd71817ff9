package dev.manta.data;

/// A comparison of a column with a number, which sources use to pass over whole splits. Nulls and
/// NaN meet no condition.
public record Condition(String column, Comparison comparison, double value) {
  /// How a value is compared.
  public enum Comparison {
    LESS,
    AT_MOST,
    EQUAL,
    AT_LEAST,
    MORE
  }

  /// Less than a number.
  public static Condition less(String column, double value) {
    return new Condition(column, Comparison.LESS, value);
  }

  /// A number or less.
  public static Condition atMost(String column, double value) {
    return new Condition(column, Comparison.AT_MOST, value);
  }

  /// Exactly a number.
  public static Condition equal(String column, double value) {
    return new Condition(column, Comparison.EQUAL, value);
  }

  /// A number or more.
  public static Condition atLeast(String column, double value) {
    return new Condition(column, Comparison.AT_LEAST, value);
  }

  /// More than a number.
  public static Condition more(String column, double value) {
    return new Condition(column, Comparison.MORE, value);
  }

  /// Whether a value meets the condition.
  public boolean holds(double found) {
    return switch (comparison) {
      case LESS -> found < value;
      case AT_MOST -> found <= value;
      case EQUAL -> found == value;
      case AT_LEAST -> found >= value;
      case MORE -> found > value;
    };
  }

  /// Whether some number between two may meet the condition.
  public boolean mayHold(double least, double most) {
    return switch (comparison) {
      case LESS -> least < value;
      case AT_MOST -> least <= value;
      case EQUAL -> least <= value && value <= most;
      case AT_LEAST -> most >= value;
      case MORE -> most > value;
    };
  }
}
