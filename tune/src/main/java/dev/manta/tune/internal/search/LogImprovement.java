package dev.manta.tune.internal.search;

import dev.manta.tune.internal.numbers.Gaussian;

/// The expected improvement of a standard normal value, as a logarithm that does not vanish far
/// below (Ament and others, "Unexpected improvements to expected improvement", 2023).
///
/// @param log the logarithm of h(z) = density(z) + z below(z)
/// @param below how likely an improvement is, over h(z)
/// @param density the density at z, over h(z)
record LogImprovement(double log, double below, double density) {
  private static final double ROOT_TWO = Math.sqrt(2);
  private static final double ROOT_HALF_PI = Math.sqrt(Math.PI / 2);

  static LogImprovement of(double z) {
    if (z > -1) {
      double density = Math.exp(Gaussian.logDensity(z));
      double below = Gaussian.below(z);
      double gain = density + z * below;
      return new LogImprovement(Math.log(gain), below / gain, density / gain);
    }
    // Below and density over density: the ratio of Mills, which stays exact far out.
    double mills = Gaussian.scaledErfc(-z / ROOT_TWO) * ROOT_HALF_PI;
    double gain = 1 + z * mills;
    if (gain < 1e-6) {
      gain = 1 / (z * z);
    }
    return new LogImprovement(Gaussian.logDensity(z) + Math.log(gain), mills / gain, 1 / gain);
  }
}
