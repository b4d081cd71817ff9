package dev.manta.tune.internal.python;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;
import dev.manta.tune.internal.space.Values;
import java.util.Locale;
import java.util.OptionalDouble;

/// A parameter as Python libraries know it: a number between two bounds, both included.
///
/// Steps and choices are counted from 0, so that their values come back exactly; a normal
/// distribution is the place between 0 and 1 at which a value lies.
///
/// @param name its name
/// @param domain where its values lie
/// @param kind what numbers stand for them
/// @param low the least number
/// @param high the largest number
/// @param log whether the logarithm is uniform
record EncodedParameter(
    String name, Domain domain, Kind kind, double low, double high, boolean log) {
  /// Places of a normal distribution end six deviations from its mean.
  private static final double TAIL = 1e-9;

  /// What numbers stand for values.
  enum Kind {
    REAL,
    WHOLE,
    CHOICE
  }

  static EncodedParameter of(Dimension dimension) {
    Domain domain = dimension.domain();
    String name = dimension.name();
    return switch (domain) {
      case Domain.Real(double low, double high, boolean log, OptionalDouble step) ->
          log || step.isEmpty()
              ? new EncodedParameter(name, domain, Kind.REAL, low, high, log)
              : counted(name, domain, Kind.WHOLE);
      case Domain.Whole(long low, long high, boolean log, _) ->
          log
              ? new EncodedParameter(name, domain, Kind.WHOLE, low, high, true)
              : counted(name, domain, Kind.WHOLE);
      case Domain.Normal _ -> new EncodedParameter(name, domain, Kind.REAL, TAIL, 1 - TAIL, false);
      case Domain.Choice _, Domain.Grid _, Domain.Constant _ -> counted(name, domain, Kind.CHOICE);
    };
  }

  private static EncodedParameter counted(String name, Domain domain, Kind kind) {
    return new EncodedParameter(name, domain, kind, 0, domain.size().orElse(1) - 1, false);
  }

  JsonObject json() {
    return JsonObject.builder()
        .put("name", Json.of(name))
        .put("kind", Json.of(kind.name().toLowerCase(Locale.ROOT)))
        .put("low", number(low))
        .put("high", number(high))
        .put("log", Json.of(log))
        .build();
  }

  private Json number(double number) {
    return kind == Kind.REAL ? Json.of(number) : Json.of((long) number);
  }

  /// The number of a value. One that a scheduler moved out of the bounds is at the bound.
  Json encode(Object value) {
    return number(Math.clamp(place(value), low, high));
  }

  private double place(Object value) {
    return switch (domain) {
      case Domain.Real(double from, _, _, OptionalDouble step) ->
          kind == Kind.REAL
              ? Values.number(value)
              : Math.rint((Values.number(value) - from) / step.orElse(1));
      case Domain.Whole whole -> place(whole, ((Number) value).longValue());
      case Domain.Normal normal -> normal.unit(value);
      case Domain.Choice choice -> choice.values().indexOf(value);
      case Domain.Grid grid -> grid.values().indexOf(value);
      case Domain.Constant _ -> 0;
    };
  }

  /// Counted as whole numbers: a large one is not exact as a real number.
  private double place(Domain.Whole whole, long value) {
    long steps = (value - whole.low()) / whole.step();
    return log ? value : steps;
  }

  /// The value of a number; an error where the number is none of this parameter's.
  Object decode(Json json) {
    double number = kind == Kind.REAL ? json.asDouble() : (double) json.asLong();
    if (!(number >= low && number <= high)) {
      throw new IllegalArgumentException(
          name + " = " + json.text() + ", which is not between " + low + " and " + high);
    }
    return value(number);
  }

  private Object value(double number) {
    return switch (domain) {
      case Domain.Real real -> real(real, number);
      case Domain.Whole whole -> log ? (long) number : whole.low() + ((long) number) * whole.step();
      case Domain.Normal normal -> normal.at(number);
      case Domain.Choice choice -> choice.values().get((int) number);
      case Domain.Grid grid -> grid.values().get((int) number);
      case Domain.Constant(Object value) -> value;
    };
  }

  private Double real(Domain.Real real, double number) {
    if (kind == Kind.WHOLE) {
      return Math.clamp(real.low() + number * real.step().orElse(1), real.low(), real.high());
    }
    return real.step().isEmpty() ? number : Values.real(real, Values.unit(real, number));
  }
}
