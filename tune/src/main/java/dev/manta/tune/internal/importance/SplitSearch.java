package dev.manta.tune.internal.importance;

import dev.manta.tune.internal.space.Axis;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The best split of some rows by one parameter: that after which losses differ least from the mean
/// of their side.
record SplitSearch(Observations rows) {
  /// @param order the rows, ordered by this parameter's places
  /// @param region where they lie
  TreeSplit best(int axis, int[] order, Region region) {
    return switch (region) {
      case Region.Interval interval -> best(axis, order, interval);
      case Region.Levels levels -> best(axis, order, levels);
    };
  }

  private double sum(int[] order) {
    double sum = 0;
    for (int row : order) {
      sum += rows.losses()[row];
    }
    return sum;
  }

  private static double gain(double left, int leftCount, double all, int count) {
    double right = all - left;
    return left * left / leftCount + right * right / (count - leftCount);
  }

  private TreeSplit best(int axis, int[] order, Region.Interval within) {
    double[] places = rows.places()[axis];
    double all = sum(order);
    double left = 0;
    double gain = Double.NEGATIVE_INFINITY;
    double cut = Double.NaN;
    for (int i = 1; i < order.length; i++) {
      left += rows.losses()[order[i - 1]];
      double middle = (places[order[i - 1]] + places[order[i]]) / 2;
      double found = gain(left, i, all, order.length);
      if (middle > places[order[i - 1]] && found > gain) {
        gain = found;
        cut = middle;
      }
    }
    return Double.isNaN(cut)
        ? TreeSplit.NONE
        : new TreeSplit(
            axis,
            new Region.Interval(within.low(), cut),
            new Region.Interval(cut, within.high()),
            gain);
  }

  /// Values of a choice are cut in the order of their mean losses; that is the best of all cuts.
  private TreeSplit best(int axis, int[] order, Region.Levels within) {
    var sums = new LevelSums(rows, axis, order);
    List<Integer> levels = sums.byMean();
    TreeSplit best = TreeSplit.NONE;
    var taken = new BitSet();
    double left = 0;
    int count = 0;
    for (Integer level : levels.subList(0, Math.max(0, levels.size() - 1))) {
      taken.set(level);
      left += sums.sums[level];
      count += sums.counts[level];
      double gain = gain(left, count, sum(order), order.length);
      if (gain > best.gain()) {
        best = cut(axis, within, side(within, taken, levels, count * 2 > order.length), gain);
      }
    }
    return best;
  }

  /// Values that no row has go to the larger side.
  private static BitSet side(
      Region.Levels within, BitSet taken, List<Integer> seen, boolean isLarger) {
    var side = (BitSet) taken.clone();
    if (isLarger) {
      var others = (BitSet) within.set().clone();
      seen.forEach(others::clear);
      side.or(others);
    }
    return side;
  }

  private static TreeSplit cut(int axis, Region.Levels within, BitSet left, double gain) {
    var right = (BitSet) within.set().clone();
    right.andNot(left);
    return new TreeSplit(
        axis,
        new Region.Levels(left, within.count()),
        new Region.Levels(right, within.count()),
        gain);
  }

  /// Losses by the values of a choice.
  private static final class LevelSums {
    private final double[] sums;
    private final int[] counts;

    LevelSums(Observations rows, int axis, int[] order) {
      Axis choice = rows.axes().get(axis);
      sums = new double[choice.levels()];
      counts = new int[choice.levels()];
      for (int row : order) {
        int level = choice.index(rows.places()[axis][row]);
        sums[level] += rows.losses()[row];
        counts[level]++;
      }
    }

    List<Integer> byMean() {
      return IntStream.range(0, sums.length)
          .filter(level -> counts[level] > 0)
          .boxed()
          .sorted(Comparator.comparingDouble(level -> sums[level] / counts[level]))
          .toList();
    }
  }
}
