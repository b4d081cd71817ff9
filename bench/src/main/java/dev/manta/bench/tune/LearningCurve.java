package dev.manta.bench.tune;

import java.util.SplittableRandom;

/// The losses of a simulated trial: a power law that falls from 1 to a floor, with noise on every
/// report.
///
/// @param floor what the loss comes down to
/// @param power how fast it comes down
/// @param noise the standard deviation of what is reported
/// @param stepTime how long a step takes
/// @param seed what the noise begins with: the same trial reports the same losses in every search
record LearningCurve(double floor, double power, double noise, double stepTime, long seed) {
  private static final double START = 1;

  /// What is reported after so many steps.
  double loss(long step) {
    double gaussian = new SplittableRandom(seed + step).nextGaussian();
    return floor + (START - floor) * Math.pow(1.0 + step, -power) + noise * gaussian;
  }
}
