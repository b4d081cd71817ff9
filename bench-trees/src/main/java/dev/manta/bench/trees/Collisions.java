package dev.manta.bench.trees;

import java.util.SplittableRandom;

/// Made-up collisions of particles: what was measured of them, what follows from that, and whether
/// each was a signal, which nobody can tell with certainty.
final class Collisions {
  private static final int MEASURED = 21;

  /// Of four values of a particle the first is an energy, the last one of few levels.
  private static final int KINDS = 4;

  private static final float LEVEL = 1.08f;

  private final SplittableRandom random;

  Collisions(long seed) {
    random = new SplittableRandom(seed);
  }

  /// The features of the next one, and its label behind them.
  float[] next() {
    float[] values = new float[TreeWork.FEATURES + 1];
    for (int i = 0; i < MEASURED; i++) {
      values[i] = measured(i % KINDS);
    }
    for (int i = MEASURED; i < TreeWork.FEATURES; i++) {
      values[i] = mass(values, i - MEASURED);
    }
    values[TreeWork.FEATURES] = random.nextDouble() < chance(values) ? 1 : 0;
    return values;
  }

  private float measured(int kind) {
    double value = random.nextGaussian();
    return switch (kind) {
      case 0 -> (float) Math.exp(value / 2);
      case KINDS - 1 -> LEVEL * Math.min(2, (int) Math.abs(value * 1.5));
      default -> (float) value;
    };
  }

  /// What two particles weigh together.
  private static float mass(float[] values, int pair) {
    int one = KINDS * (pair % 5);
    int other = KINDS * ((pair + 2) % 5);
    double angle = values[one + 1] - values[other + 1] + (pair < 5 ? 0 : values[one + 2]);
    return (float) Math.sqrt(values[one] * values[other] * (Math.cosh(angle) + 1));
  }

  private static double chance(float[] values) {
    double sum = -5.1;
    for (int i = MEASURED; i < TreeWork.FEATURES; i++) {
      double mass = Math.log(values[i]);
      sum += 1.5 * Math.exp(-4 * (mass - 0.5) * (mass - 0.5)) - 0.3 * mass;
    }
    sum += 0.6 * values[1] * values[5] + Math.sin(2 * values[2]) - 0.5 * values[3] * values[9];
    return 1 / (1 + Math.exp(-1.2 * sum));
  }
}
