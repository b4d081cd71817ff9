package dev.manta.tune.internal.plot;

import dev.manta.tune.Domain;
import dev.manta.tune.internal.space.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/// An axis: where values lie on it, between 0 and 1, and which of them have labels.
sealed interface Scale {
  /// A metric whose largest value is so many times the smallest is shown by its logarithm.
  double LOG_FROM = 100;

  /// Numbers at equal distances.
  ///
  /// @param whole whether there are only whole numbers
  record Linear(double low, double high, boolean whole) implements Scale {
    @Override
    public double place(Object value) {
      return part(Values.number(value), low, high);
    }

    @Override
    public Object lowest() {
      return low;
    }

    @Override
    public Object highest() {
      return high;
    }

    @Override
    public List<Tick> ticks(int most) {
      double step = step(most);
      double first = Math.ceil(low / step);
      List<Tick> ticks = new ArrayList<>();
      for (int i = 0; i <= most + 1 && (first + i) * step <= Math.nextUp(high + step / 1e9); i++) {
        double at = (first + i) * step;
        if (Double.isFinite(at)) {
          ticks.add(new Tick(place(at), Label.number(at)));
        }
      }
      return ticks;
    }

    /// The least of 1, 2, 5, 10, … with no more ticks than wanted.
    private double step(int most) {
      double rough = (high / most) - (low / most);
      double decade = Math.pow(10, Math.floor(Math.log10(rough)));
      double nice =
          DoubleStream.of(1, 2, 5, 10)
              .map(each -> each * decade)
              .filter(each -> each >= rough)
              .findFirst()
              .orElse(rough);
      return whole ? Math.max(1, nice) : nice;
    }
  }

  /// Positive numbers by their logarithms.
  record Log(double low, double high) implements Scale {
    @Override
    public double place(Object value) {
      double number = Values.number(value);
      return number <= 0 ? 0 : part(Math.log(number), Math.log(low), Math.log(high));
    }

    @Override
    public Object lowest() {
      return low;
    }

    @Override
    public Object highest() {
      return high;
    }

    @Override
    public List<Tick> ticks(int most) {
      List<Double> decades = multiples(1);
      List<Double> fine = multiples(1, 2, 5);
      List<Double> shown =
          decades.size() < 3 && fine.size() > 1 && fine.size() <= most ? fine : decades;
      List<Double> ends = shown.size() > 1 ? shown : List.of(low, high);
      return thinned(
          ends.stream().map(at -> new Tick(place(at), Label.number(at, 3))).toList(), most);
    }

    private List<Double> multiples(int... of) {
      List<Double> found = new ArrayList<>();
      int last = (int) Math.floor(Math.log10(high) + 1e-9);
      for (int power = (int) Math.floor(Math.log10(low)); power <= last; power++) {
        for (int each : of) {
          double at = Double.parseDouble(each + "e" + power);
          if (at >= low * (1 - 1e-9) && at <= high * (1 + 1e-9)) {
            found.add(at);
          }
        }
      }
      return found;
    }
  }

  /// Values without an order.
  record Categories(List<Object> values) implements Scale {
    @Override
    public double place(Object value) {
      int index = values.indexOf(value);
      return index < 0 ? Double.NaN : (index + 0.5) / values.size();
    }

    @Override
    public Object lowest() {
      return values.getFirst();
    }

    @Override
    public Object highest() {
      return values.getLast();
    }

    @Override
    public List<Tick> ticks(int most) {
      return thinned(
          values.stream().map(each -> new Tick(place(each), Label.of(each))).toList(), most);
    }
  }

  /// Where a value lies; NaN where it has no place.
  double place(Object value);

  /// The value at 0.
  Object lowest();

  /// The value at 1.
  Object highest();

  /// The labels, about so many at most.
  List<Tick> ticks(int most);

  /// The axis of a parameter.
  static Scale of(Domain domain, List<Object> tried) {
    return switch (domain) {
      case Domain.Real real -> numbers(real.low(), real.high(), real.log(), false);
      case Domain.Whole whole ->
          numbers((double) whole.low(), (double) whole.high(), whole.log(), true);
      case Domain.Normal _ -> normal(tried.stream().mapToDouble(Values::number).toArray());
      case Domain.Choice(List<Object> values) -> new Categories(values);
      case Domain.Grid(List<Object> values) -> new Categories(values);
      case Domain.Constant(Object value) -> new Categories(List.of(value));
    };
  }

  private static Scale numbers(double low, double high, boolean log, boolean whole) {
    return log ? new Log(low, high) : new Linear(low, high, whole);
  }

  private static Scale normal(double[] values) {
    double low = DoubleStream.of(values).min().orElse(0);
    double high = DoubleStream.of(values).max().orElse(0);
    return low < high ? new Linear(low, high, false) : new Linear(low - 1, low + 1, false);
  }

  /// The axis of a metric: by logarithms where its values differ by orders of magnitude.
  static Scale of(double[] values) {
    double low = DoubleStream.of(values).min().orElse(0);
    double high = DoubleStream.of(values).max().orElse(0);
    if (low > 0 && high / low > LOG_FROM) {
      return new Log(low, high);
    }
    double around = Math.max(Math.abs(low) * 0.1, Double.MIN_NORMAL);
    return low < high
        ? new Linear(low, high, false)
        : new Linear(
            Math.max(low - around, -Double.MAX_VALUE),
            Math.min(high + around, Double.MAX_VALUE),
            false);
  }

  private static double part(double value, double low, double high) {
    double part = (value / 2 - low / 2) / (high / 2 - low / 2);
    return Double.isNaN(part) ? 0.5 : Math.clamp(part, 0.0, 1.0);
  }

  private static List<Tick> thinned(List<Tick> ticks, int most) {
    int every = Math.max(1, Math.ceilDiv(ticks.size(), Math.max(1, most)));
    List<Tick> kept = new ArrayList<>();
    for (int i = 0; i < ticks.size(); i += every) {
      kept.add(ticks.get(i));
    }
    return kept;
  }
}
