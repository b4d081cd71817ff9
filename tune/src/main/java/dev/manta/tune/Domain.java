package dev.manta.tune;

import dev.manta.tune.internal.numbers.Gaussian;
import dev.manta.tune.internal.space.DomainText;
import dev.manta.tune.internal.space.Values;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Where a parameter may lie.
public sealed interface Domain {
  /// A real number between two bounds, both included.
  ///
  /// @param low the least value
  /// @param high the largest value
  /// @param log whether the logarithm is uniform rather than the value
  /// @param step what values are multiples of, above `low`; empty for all values
  record Real(double low, double high, boolean log, OptionalDouble step) implements Domain {
    public Real {
      Values.requireOrdered(low, high);
      Values.requirePositive(log, low, high);
      if (step.isPresent() && !(step.getAsDouble() > 0 && step.getAsDouble() <= high - low)) {
        throw new IllegalArgumentException(
            "a step must be above 0 and at most high - low = "
                + (high - low)
                + ", but is "
                + step.getAsDouble());
      }
    }
  }

  /// A whole number between two bounds, both included.
  ///
  /// @param low the least value
  /// @param high the largest value
  /// @param log whether the logarithm is uniform rather than the value
  /// @param step what values are multiples of, above `low`
  record Whole(long low, long high, boolean log, long step) implements Domain {
    public Whole {
      Values.requireOrdered(low, high);
      Values.requirePositive(log, (double) low, (double) high);
      if (step < 1 || (log && step != 1)) {
        throw new IllegalArgumentException(
            "a step of whole numbers must be at least 1, and 1 in a logarithmic domain, but is "
                + step);
      }
      if (high - low < 0 || high - low >= 1L << 53) {
        throw new IllegalArgumentException(
            "a domain of whole numbers has at most 2^53 values, but is from "
                + low
                + " to "
                + high);
      }
    }
  }

  /// A normally distributed number.
  record Normal(double mean, double deviation) implements Domain {
    public Normal {
      if (!Double.isFinite(mean) || !(deviation > 0 && deviation < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "a normal domain needs a finite mean and a deviation above 0, not "
                + mean
                + " and "
                + deviation);
      }
    }
  }

  /// One of some values without an order.
  record Choice(List<Object> values) implements Domain {
    public Choice {
      values = Values.distinct(values);
    }
  }

  /// Values that are all tried; where a searcher samples, they are a choice.
  record Grid(List<Object> values) implements Domain {
    public Grid {
      values = Values.distinct(values);
    }
  }

  /// One value.
  record Constant(Object value) implements Domain {
    public Constant {
      value = Values.plain(value);
    }
  }

  /// The domain that a text such as `loguniform(1e-5, 1e-1)` or `choice(16, 32, 64)` stands for.
  static Domain parse(String text) {
    return DomainText.parse(text);
  }

  /// How many values there are; empty where they are not counted.
  default OptionalLong size() {
    return switch (this) {
      case Real(double low, double high, _, OptionalDouble step) ->
          step.isEmpty()
              ? OptionalLong.empty()
              : OptionalLong.of(Values.steps(low, high, step.getAsDouble()));
      case Whole(long low, long high, _, long step) -> OptionalLong.of((high - low) / step + 1);
      case Normal _ -> OptionalLong.empty();
      case Choice(List<Object> values) -> OptionalLong.of(values.size());
      case Grid(List<Object> values) -> OptionalLong.of(values.size());
      case Constant _ -> OptionalLong.of(1);
    };
  }

  /// The value at a place between 0 and 1, so that uniform places give values of this domain's
  /// distribution.
  default Object at(double unit) {
    return switch (this) {
      case Real real -> Values.real(real, unit);
      case Whole whole -> Values.whole(whole, unit);
      case Normal(double mean, double deviation) -> mean + deviation * Gaussian.quantile(unit);
      case Choice(List<Object> values) -> values.get(Values.index(unit, values.size()));
      case Grid(List<Object> values) -> values.get(Values.index(unit, values.size()));
      case Constant(Object value) -> value;
    };
  }

  /// The place of a value, in the middle of those that give it; the reverse of `at`.
  default double unit(Object value) {
    return switch (this) {
      case Real real -> Values.unit(real, Values.number(value));
      case Whole whole -> Values.unit(whole, Values.number(value));
      case Normal(double mean, double deviation) ->
          Gaussian.below((Values.number(value) - mean) / deviation);
      case Choice(List<Object> values) -> (values.indexOf(value) + 0.5) / values.size();
      case Grid(List<Object> values) -> (values.indexOf(value) + 0.5) / values.size();
      case Constant _ -> 0.5;
    };
  }

  /// Whether a value is one of this domain's.
  default boolean has(Object value) {
    return switch (this) {
      case Real real -> value instanceof Double number && Values.within(real, number);
      case Whole(long low, long high, _, long step) ->
          value instanceof Long number
              && number >= low
              && number <= high
              && (number - low) % step == 0;
      case Normal _ -> value instanceof Double number && Double.isFinite(number);
      case Choice(List<Object> values) -> values.contains(value);
      case Grid(List<Object> values) -> values.contains(value);
      case Constant(Object only) -> only.equals(value);
    };
  }

  /// The domain as the text that `parse` reads.
  default String text() {
    return DomainText.write(this);
  }
}
