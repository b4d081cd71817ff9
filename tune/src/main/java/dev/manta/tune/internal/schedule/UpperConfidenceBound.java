package dev.manta.tune.internal.schedule;

import dev.manta.tune.internal.numbers.Symmetric;
import dev.manta.tune.internal.schedule.DriftKernel.Spot;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// The upper confidence bound of a Gaussian process at a spot: its mean there, plus a multiple of
/// its standard deviation.
///
/// Spots whose values are still to come make the deviation smaller and leave the mean alone, so
/// that trials which choose one after the other choose different places (Desautels and others,
/// 2014).
final class UpperConfidenceBound {
  private final DriftKernel kernel;
  private final List<Spot> spots;
  private final double[] lower;
  private final double[] halfSolved;
  private final double deviations;

  /// @param values of those that are known
  /// @param pending spots whose values are still to come
  UpperConfidenceBound(DriftKernel kernel, List<Spot> known, double[] values, List<Spot> pending) {
    this.kernel = kernel;
    this.spots = Stream.concat(known.stream(), pending.stream()).toList();
    this.lower = kernel.decomposed(spots);
    double[] lowerOfKnown = kernel.decomposed(known);
    this.halfSolved = Symmetric.solveLower(lowerOfKnown, values);
    double optimism = Math.sqrt(0.2 + Math.max(0, Math.log(0.4 * values.length)));
    this.deviations = optimism * Math.sqrt(DriftFit.variance(lowerOfKnown, values));
  }

  double at(Spot spot) {
    // The triangle of all begins with that of the known ones, and so does what is solved with it.
    double[] half = Symmetric.solveLower(lower, kernel.correlations(spots, spot));
    double expected = 0;
    for (int i = 0; i < halfSolved.length; i++) {
      expected += half[i] * halfSolved[i];
    }
    double left = 1 - Arrays.stream(half).map(each -> each * each).sum();
    return expected + deviations * Math.sqrt(Math.max(left, 0));
  }
}
