package dev.manta.bench;

import java.util.ArrayList;
import java.util.List;

/// A fixed computation on one core, timed again and again: what varies is the machine, not we.
final class Calibration {
  private static final int LOOPS = 5;
  private static final int STEPS = 10_000_000;

  private final List<Double> seconds = new ArrayList<>();
  private long sum = 1;

  /// Compiles the loop before it counts.
  Calibration() {
    for (int i = 0; i < LOOPS; i++) {
      once();
    }
  }

  /// Times the computation once more.
  void take() {
    double[] loops = new double[LOOPS];
    for (int i = 0; i < LOOPS; i++) {
      loops[i] = once();
    }
    seconds.add(Statistics.median(loops));
  }

  Noise noise() {
    return new Noise(seconds.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private double once() {
    long begin = System.nanoTime();
    for (int i = 0; i < STEPS; i++) {
      sum = sum * 6364136223846793005L + 1442695040888963407L;
    }
    return (System.nanoTime() - begin) / 1e9;
  }
}
