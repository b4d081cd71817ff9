package dev.manta.tune.internal.importance;

import dev.manta.tune.internal.space.Axis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/// A table of trials: the places of their parameters, and their losses.
///
/// @param axes the parameters
/// @param places for each parameter those of all trials; NaN where it does not exist
/// @param losses what came of each trial
record Observations(List<Axis> axes, double[][] places, double[] losses) {
  private static final int DRAWN_MAX = 4096;

  int size() {
    return losses.length;
  }

  /// The same with losses between -1 and 1, so that no sum of squares overflows.
  Observations scaled() {
    double low = DoubleStream.of(losses).min().orElse(0);
    double high = DoubleStream.of(losses).max().orElse(0);
    double half = high / 2 - low / 2;
    double[] scaled =
        DoubleStream.of(losses)
            .map(each -> half == 0 ? 0 : (each / 2 - low / 2) / half * 2 - 1)
            .toArray();
    return new Observations(axes, places, scaled);
  }

  /// As many trials, drawn with replacement; a few thousand at most.
  ///
  /// A parameter that does not exist in a trial is anywhere: it then has no effect there, and that
  /// it does not exist is the effect of the parameter on which this depends.
  Observations drawn(RandomGenerator random) {
    int count = Math.min(size(), DRAWN_MAX);
    double[][] drawn = new double[axes.size()][count];
    double[] values = new double[count];
    for (int row = 0; row < count; row++) {
      int from = random.nextInt(size());
      values[row] = losses[from];
      for (int axis = 0; axis < drawn.length; axis++) {
        double place = places[axis][from];
        drawn[axis][row] = Double.isNaN(place) ? random.nextDouble() : place;
      }
    }
    return new Observations(axes, drawn, values);
  }

  /// For each parameter all rows, ordered by their places.
  List<int[]> orders() {
    List<int[]> orders = new ArrayList<>();
    for (double[] column : places) {
      orders.add(
          IntStream.range(0, size())
              .boxed()
              .sorted(Comparator.comparingDouble(row -> column[row]))
              .mapToInt(Integer::intValue)
              .toArray());
    }
    return orders;
  }

  /// All places of each parameter.
  List<Region> everywhere() {
    return axes.stream()
        .<Region>map(
            axis -> axis.ordered() ? Region.Interval.ALL : Region.Levels.all(axis.levels()))
        .toList();
  }

  double mean(int[] rows) {
    return Arrays.stream(rows).mapToDouble(row -> losses[row]).average().orElse(0);
  }

  boolean isConstant(int[] rows) {
    return Arrays.stream(rows).allMatch(row -> losses[row] == losses[rows[0]]);
  }
}
