package dev.manta.bench;

/// How long the same small computation took before, between and after the runs.
public record Noise(double[] seconds) {
  /// Beyond this the slowest calibration was so much slower than the fastest that a missed bar
  /// shows nothing.
  static final double VARIATION_MAX = 1.3;

  /// The slowest calibration over the fastest; 1 on a machine that has nothing else to do.
  public double variation() {
    if (seconds.length < 2) {
      return 1;
    }
    return Statistics.quantile(seconds, 1) / Statistics.quantile(seconds, 0);
  }

  public boolean tooMuch() {
    return variation() > VARIATION_MAX;
  }
}
