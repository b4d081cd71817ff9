package dev.manta.bench.search;

import java.util.random.RandomGenerator;

/// The peaks of Gallagher's function: each with its place, height and shape.
final class Peaks {
  private final double[][] turn;
  private final double[][] places;
  private final double[][] shapes;
  private final double[] heights;

  Peaks(int dimensions, int count, RandomGenerator random) {
    turn = Transforms.rotation(dimensions, random);
    places = new double[count][];
    shapes = new double[count][];
    heights = new double[count];
    int[] conditions = permutation(count - 1, random);
    for (int i = 0; i < count; i++) {
      places[i] = Transforms.times(turn, Transforms.uniform(dimensions, i == 0 ? 4 : 5, random));
      heights[i] = i == 0 ? 10 : 1.1 + 8 * (i - 1) / (count - 2.0);
      double condition = i == 0 ? 1000 : Math.pow(1000, 2.0 * conditions[i - 1] / (count - 2));
      shapes[i] = shape(dimensions, condition, random);
    }
  }

  private static double[] shape(int dimensions, double condition, RandomGenerator random) {
    int[] order = permutation(dimensions, random);
    double[] shape = new double[dimensions];
    for (int i = 0; i < dimensions; i++) {
      double power = Transforms.part(order[i], dimensions) / 2;
      shape[i] = Math.pow(condition, power) / Math.pow(condition, 0.25);
    }
    return shape;
  }

  private static int[] permutation(int count, RandomGenerator random) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int other = random.nextInt(i + 1);
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }

  /// The height of the mountains at a point.
  double highest(double[] x) {
    double[] turned = Transforms.times(turn, x);
    double highest = 0;
    for (int i = 0; i < heights.length; i++) {
      double sum = 0;
      for (int j = 0; j < x.length; j++) {
        double away = turned[j] - places[i][j];
        sum += shapes[i][j] * away * away;
      }
      highest = Math.max(highest, heights[i] * Math.exp(-sum / (2 * x.length)));
    }
    return highest;
  }
}
