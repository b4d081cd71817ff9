package dev.manta.tune.internal.schedule;

import dev.manta.tune.internal.numbers.Symmetric;
import java.util.List;

/// The kernel of a Gaussian process that changes over time: values are correlated where both places
/// and times are near each other (Bogunovic and others, 2016).
///
/// @param lengths the length of each axis
/// @param forgets how much is forgotten in a unit of time, from 0 to 1
/// @param noise the variance of values at one place and time, where that of all values is 1
/// @param ordered whether an axis' near places are alike; choices are either alike or not
record DriftKernel(double[] lengths, double forgets, double noise, boolean[] ordered) {
  /// A place and a time.
  record Spot(double[] place, double time) {}

  private double correlation(Spot a, Spot b) {
    double sum = 0;
    for (int i = 0; i < lengths.length; i++) {
      double gap = a.place[i] - b.place[i];
      double square = ordered[i] ? gap * gap : Math.abs(gap) < 1e-9 ? 0 : 1;
      sum += square / (lengths[i] * lengths[i]);
    }
    return Math.exp(0.5 * (Math.log1p(-forgets) * Math.abs(a.time - b.time) - sum));
  }

  double[] correlations(List<Spot> spots, Spot at) {
    double[] out = new double[spots.size()];
    for (int i = 0; i < out.length; i++) {
      out[i] = correlation(spots.get(i), at);
    }
    return out;
  }

  /// The Cholesky decomposition of the correlations of some spots.
  double[] decomposed(List<Spot> spots) {
    int size = spots.size();
    double[] matrix = new double[size * size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        matrix[i * size + j] = correlation(spots.get(i), spots.get(j));
      }
      matrix[i * size + i] = 1 + noise;
    }
    if (!Symmetric.decompose(matrix, size)) {
      throw new IllegalStateException("correlations with noise " + noise + " are not positive");
    }
    return matrix;
  }

  DriftKernel length(int axis, double length) {
    double[] other = lengths.clone();
    other[axis] = length;
    return new DriftKernel(other, forgets, noise, ordered);
  }

  DriftKernel forgets(double part) {
    return new DriftKernel(lengths, part, noise, ordered);
  }

  DriftKernel noise(double variance) {
    return new DriftKernel(lengths, forgets, variance, ordered);
  }
}
