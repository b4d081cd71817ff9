package dev.manta.tune.internal.stop;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.RandomAccess;

/// The first values of a list that only grows: they stay what they are, and are not copied.
public final class ValuesSoFar extends AbstractList<Double> implements RandomAccess {
  private final List<Double> all;
  private final int known;
  private final OptionalDouble next;

  /// @param all values are added at its end alone, by the thread that reads this
  public ValuesSoFar(List<Double> all) {
    this(all, OptionalDouble.empty());
  }

  /// @param next one that comes behind them
  public ValuesSoFar(List<Double> all, OptionalDouble next) {
    this.all = all;
    this.known = all.size();
    this.next = next;
  }

  /// The same values, which nobody changes.
  public static List<Double> of(List<Double> values) {
    return values instanceof ValuesSoFar ? values : List.copyOf(values);
  }

  @Override
  public Double get(int index) {
    return Objects.checkIndex(index, size()) < known ? all.get(index) : next.orElseThrow();
  }

  @Override
  public int size() {
    return known + (next.isPresent() ? 1 : 0);
  }
}
