package dev.manta.tune.internal.schedule;

import dev.manta.tune.internal.numbers.Symmetric;
import dev.manta.tune.internal.schedule.DriftKernel.Spot;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;

/// The fit of a kernel by maximum likelihood, one of its parameters after the other among a few
/// settings each: a population has too few values for more.
///
/// @param values with mean 0
record DriftFit(List<Spot> spots, double[] values) {
  private static final int ROUNDS = 2;
  private static final double[] LENGTHS = {0.1, 0.2, 0.4, 0.8, 1.6, 3.2};
  private static final double[] FORGOTTEN = {0.01, 0.03, 0.1, 0.2, 0.4};
  private static final double[] NOISES = {0.003, 0.01, 0.03, 0.1, 0.3, 1};

  /// Lengths are taken to be log-normal around this.
  private static final double LENGTH_MEDIAN = 0.5;

  DriftKernel fit(boolean[] ordered) {
    double[] lengths = new double[ordered.length];
    Arrays.fill(lengths, LENGTH_MEDIAN);
    DriftKernel best = new DriftKernel(lengths, 0.1, 0.1, ordered);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < lengths.length; i++) {
        int axis = i;
        DriftKernel from = best;
        best = best(from, LENGTHS, length -> from.length(axis, length));
      }
      best = best(best, FORGOTTEN, best::forgets);
      best = best(best, NOISES, best::noise);
    }
    return best;
  }

  private DriftKernel best(DriftKernel from, double[] settings, DoubleFunction<DriftKernel> with) {
    DriftKernel best = from;
    double least = negativeLogLikelihood(from);
    for (double each : settings) {
      DriftKernel other = with.apply(each);
      double now = negativeLogLikelihood(other);
      if (now < least) {
        best = other;
        least = now;
      }
    }
    return best;
  }

  /// The negative logarithm of the likelihood, with the variance that suits the kernel best.
  private double negativeLogLikelihood(DriftKernel kernel) {
    double[] lower = kernel.decomposed(spots);
    double half = Symmetric.halfLogDeterminant(lower, values.length);
    double prior = 0;
    for (double length : kernel.lengths()) {
      double off = Math.log(length / LENGTH_MEDIAN);
      prior += 0.5 * off * off;
    }
    return half + 0.5 * values.length * Math.log(variance(lower, values)) + prior;
  }

  static double variance(double[] lower, double[] values) {
    double sum = 0;
    for (double each : Symmetric.solveLower(lower, values)) {
      sum += each * each;
    }
    return Math.max(sum / values.length, 1e-12);
  }
}
