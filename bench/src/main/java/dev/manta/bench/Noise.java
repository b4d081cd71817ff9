package dev.manta.bench;

/// How the same small computation fared before, between and after the runs.
///
/// @param seconds how long it took each time
/// @param share the least part of its cores that it got; below 1 others were at work
public record Noise(double[] seconds, double share) {
  /// Beyond this the slowest calibration was so much slower than the fastest that a missed bar
  /// shows nothing.
  static final double VARIATION_MAX = 1.3;

  /// Below this the machine had so much else to do that a missed bar shows nothing.
  static final double SHARE_MIN = 0.8;

  /// The slowest calibration over the fastest; 1 on a machine that has nothing else to do.
  public double variation() {
    if (seconds.length < 2) {
      return 1;
    }
    return Statistics.quantile(seconds, 1) / Statistics.quantile(seconds, 0);
  }

  public boolean tooMuch() {
    return variation() > VARIATION_MAX || share < SHARE_MIN;
  }
}
