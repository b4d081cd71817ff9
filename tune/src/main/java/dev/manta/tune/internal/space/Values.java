package dev.manta.tune.internal.space;

import dev.manta.tune.Domain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;

/// Values of points: real and whole numbers, texts and truth values.
public final class Values {
  private static final double TINY = 1e-9;

  private Values() {}

  /// Refuses bounds that are not numbers or in the wrong order.
  public static void requireOrdered(double low, double high) {
    if (!Double.isFinite(low) || !Double.isFinite(high) || !(low < high)) {
      throw new IllegalArgumentException(
          "the low bound " + low + " must be below the high bound " + high);
    }
  }

  /// The same for whole numbers, which may be one value.
  public static void requireOrdered(long low, long high) {
    if (low > high) {
      throw new IllegalArgumentException(
          "the low bound " + low + " must not be above the high bound " + high);
    }
  }

  /// Refuses a logarithmic domain that reaches zero.
  public static void requirePositive(boolean log, double low, double high) {
    if (log && low <= 0) {
      throw new IllegalArgumentException(
          "a logarithmic domain must be above 0, but is from " + low + " to " + high);
    }
  }

  /// Copies values, each as one of the four kinds; there must be some, and no two alike.
  public static List<Object> distinct(List<Object> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a choice needs at least one value, but has none");
    }
    List<Object> plain = values.stream().map(Values::plain).toList();
    if (new HashSet<>(plain).size() < plain.size()) {
      throw new IllegalArgumentException("values of a choice must differ, but are " + plain);
    }
    return plain;
  }

  /// The value as a `Double`, `Long`, `String` or `Boolean`.
  public static Object plain(Object value) {
    return switch (value) {
      case Double number -> finite(number);
      case Float number -> finite(Double.parseDouble(number.toString()));
      case Long number -> number;
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case Byte number -> number.longValue();
      case String text -> text;
      case Boolean bool -> bool;
      case Enum<?> constant -> constant.name();
      default ->
          throw new IllegalArgumentException(
              "values are numbers, texts, truth values or enum constants, not "
                  + value.getClass().getName());
    };
  }

  private static Double finite(double number) {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException("values must be finite, but one is " + number);
    }
    return number;
  }

  /// The number that a value is.
  public static double number(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException("expected a number, found " + value);
  }

  /// How many values a stepped domain has.
  public static long steps(double low, double high, double step) {
    return (long) Math.floor((high - low) / step + TINY) + 1;
  }

  /// Which of `count` values a place stands for.
  public static int index(double unit, int count) {
    return Math.clamp((long) Math.floor(unit * count), 0, count - 1);
  }

  /// The real number at a place.
  public static Double real(Domain.Real domain, double unit) {
    double low = from(domain);
    double value = low + Math.clamp(unit, 0.0, 1.0) * (to(domain) - low);
    double plain = domain.log() ? Math.exp(value) : value;
    return Math.clamp(stepped(domain, plain), domain.low(), domain.high());
  }

  private static double stepped(Domain.Real domain, double value) {
    OptionalDouble step = domain.step();
    if (step.isEmpty()) {
      return value;
    }
    long most = steps(domain.low(), domain.high(), step.getAsDouble()) - 1;
    double count = Math.rint((value - domain.low()) / step.getAsDouble());
    return domain.low() + Math.clamp(count, 0.0, (double) most) * step.getAsDouble();
  }

  /// Half a step is added on both sides, so that the ends are as likely as the others.
  private static double from(Domain.Real domain) {
    if (domain.log()) {
      return Math.log(domain.low());
    }
    return domain.low() - domain.step().orElse(0) / 2;
  }

  private static double to(Domain.Real domain) {
    if (domain.log()) {
      return Math.log(domain.high());
    }
    if (domain.step().isEmpty()) {
      return domain.high();
    }
    double step = domain.step().getAsDouble();
    return domain.low() + (steps(domain.low(), domain.high(), step) - 0.5) * step;
  }

  /// The place of a real number.
  public static double unit(Domain.Real domain, double value) {
    double low = from(domain);
    double at = domain.log() ? Math.log(value) : value;
    return Math.clamp((at - low) / (to(domain) - low), 0.0, 1.0);
  }

  /// Whether a real number is in a domain.
  public static boolean within(Domain.Real domain, double value) {
    boolean inside = value >= domain.low() && value <= domain.high();
    double error = Math.abs(stepped(domain, value) - value);
    return inside && error <= TINY * Math.max(1, Math.abs(value));
  }

  /// The whole number at a place.
  public static Long whole(Domain.Whole domain, double unit) {
    double place = Math.clamp(unit, 0.0, 1.0);
    if (domain.log()) {
      double low = Math.log(domain.low() - 0.5);
      double value = Math.exp(low + place * (Math.log(domain.high() + 0.5) - low));
      return Math.clamp(Math.round(value), domain.low(), domain.high());
    }
    long count = (domain.high() - domain.low()) / domain.step() + 1;
    long step = Math.clamp((long) Math.floor(place * count), 0, count - 1);
    return domain.low() + step * domain.step();
  }

  /// The place of a whole number.
  public static double unit(Domain.Whole domain, double value) {
    if (domain.log()) {
      double low = Math.log(domain.low() - 0.5);
      return Math.clamp((Math.log(value) - low) / (Math.log(domain.high() + 0.5) - low), 0.0, 1.0);
    }
    long count = (domain.high() - domain.low()) / domain.step() + 1;
    return Math.clamp(((value - domain.low()) / domain.step() + 0.5) / count, 0.0, 1.0);
  }

  /// The value that a text stands for: a whole or real number, `true`, `false`, else the text.
  public static Object parse(String text) {
    if (text.equals("true") || text.equals("false")) {
      return Boolean.valueOf(text);
    }
    if (text.matches("[-+]?\\d{1,18}")) {
      return Long.valueOf(text);
    }
    return text.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?")
        ? (Object) Double.valueOf(text)
        : text;
  }

  /// The values that texts stand for.
  public static List<Object> parse(List<String> texts) {
    List<Object> values = new ArrayList<>();
    texts.forEach(text -> values.add(parse(text)));
    return values;
  }
}
