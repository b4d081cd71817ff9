package dev.manta.tune.internal.schedule;

import dev.manta.tune.Point;
import dev.manta.tune.internal.space.Axis;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.random.RandomGenerator;

/// Draws each parameter anew, or multiplies it by 0.8 or 1.2; a choice takes a neighbour.
///
/// @param resampled how likely a parameter is drawn anew
record RandomExploration(Coding coding, double resampled) implements Exploration {
  @Override
  public void learn(Stretch stretch, long step, double loss) {}

  @Override
  public Point explore(Stretch from, List<Stretch> others, RandomGenerator random) {
    return coding.decode(places(from.point(), random));
  }

  double[] places(Point point, RandomGenerator random) {
    double[] places = coding.encode(point);
    for (int i = 0; i < places.length; i++) {
      Axis axis = coding.axis(i);
      boolean anew = random.nextDouble() < resampled || Double.isNaN(places[i]);
      double uniform = random.nextDouble();
      places[i] = anew ? uniform : shifted(axis, point, places[i], uniform < 0.5);
    }
    return places;
  }

  private static double shifted(Axis axis, Point point, double place, boolean down) {
    if (!axis.ordered()) {
      double step = 1.0 / axis.levels();
      double moved = down ? place - step : place + step;
      return moved < 0 || moved > 1 ? place : moved;
    }
    double value = point.number(axis.name());
    double moved = axis.domain().unit(value * (down ? 0.8 : 1.2));
    double step = axis.levels() == 0 ? 0 : 1.0 / axis.levels();
    boolean stuck = Math.abs(moved - place) < step;
    return Math.clamp(stuck ? place + (down ? -step : step) : moved, 0.0, 1.0);
  }
}
