package dev.manta.bench.tune;

import dev.manta.tune.Point;
import dev.manta.tune.Space;
import java.util.SplittableRandom;

/// Learning curves that depend on the parameters of trials.
///
/// The floor is a bowl around a best place: 0.1 there, 0.9 in the farthest corner. How fast a loss
/// falls depends on one parameter alone, so that curves cross and the best trial is often not the
/// first one after a step. How long a step takes is the trial's own: the slowest takes four times
/// as long as the fastest.
///
/// @param best the best place
record CurveFamily(double[] best) {
  private static final int PARAMETERS = 4;
  private static final double FLOOR_LEAST = 0.1;
  private static final double FLOOR_RANGE = 0.8;
  private static final double POWER_LEAST = 0.4;
  private static final double POWER_RANGE = 0.6;
  private static final double NOISE = 0.01;
  private static final double STEP_TIME_LEAST = 0.5;
  private static final double STEP_TIME_FACTOR = 4;

  /// One whose best place is drawn by a seed.
  static CurveFamily of(long seed) {
    return new CurveFamily(new SplittableRandom(seed).doubles(PARAMETERS).toArray());
  }

  /// Where points lie.
  static Space space() {
    Space space = Space.of();
    for (int i = 0; i < PARAMETERS; i++) {
      space = space.uniform(name(i), 0, 1);
    }
    return space;
  }

  private static String name(int parameter) {
    return "x" + parameter;
  }

  /// The curve of a trial.
  ///
  /// @param seed the trial's own
  LearningCurve curve(Point point, long seed) {
    double power = POWER_LEAST + POWER_RANGE * point.number(name(0));
    double part = new SplittableRandom(seed).nextDouble();
    double stepTime = STEP_TIME_LEAST * Math.pow(STEP_TIME_FACTOR, part);
    return new LearningCurve(floor(point), power, NOISE, stepTime, seed);
  }

  private double floor(Point point) {
    double distance = 0;
    double farthest = 0;
    for (int i = 0; i < best.length; i++) {
      double away = point.number(name(i)) - best[i];
      double corner = Math.max(best[i], 1 - best[i]);
      distance += away * away;
      farthest += corner * corner;
    }
    return FLOOR_LEAST + FLOOR_RANGE * Math.sqrt(distance / farthest);
  }
}
