package dev.manta.tune.internal.importance;

import java.util.BitSet;

/// A part of one parameter's places.
sealed interface Region {
  /// Neighbouring places.
  record Interval(double low, double high) implements Region {
    static final Interval ALL = new Interval(0, 1);

    @Override
    public double share() {
      return high - low;
    }
  }

  /// Some of the values of a choice.
  ///
  /// @param count how many values the choice has
  record Levels(BitSet set, int count) implements Region {
    static Levels all(int count) {
      var set = new BitSet();
      set.set(0, count);
      return new Levels(set, count);
    }

    @Override
    public double share() {
      return (double) set.cardinality() / count;
    }
  }

  /// How much of all places it takes up.
  double share();
}
