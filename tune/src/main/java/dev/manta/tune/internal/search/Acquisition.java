package dev.manta.tune.internal.search;

import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.numbers.Lbfgs;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/// Looks for the point with the largest expected improvement.
final class Acquisition {
  private static final int EVEN = 512;
  private static final int NEAR = 256;
  private static final int STARTS = 6;
  private static final int STEPS = 30;
  private static final double[] NONE = {};

  private final Axes axes;
  private final Trials trials;
  private final Kernel kernel;
  private final RandomGenerator random;

  Acquisition(Axes axes, Trials trials, Kernel kernel) {
    this.axes = axes;
    this.trials = trials;
    this.kernel = kernel;
    this.random = trials.random();
  }

  /// A candidate and its gain.
  private record Candidate(double[] place, double gain) {}

  double[] search(double[][] points, double[] values) {
    Regression model = withRunning(points, values);
    int best = 0;
    for (int i = 0; i < values.length; i++) {
      best = values[i] < values[best] ? i : best;
    }
    double least = values[best];
    List<Candidate> candidates = new ArrayList<>();
    for (double[] place : places(points, values)) {
      candidates.add(new Candidate(place, model.improvement(place, least, NONE)));
    }
    candidates.sort(Comparator.comparingDouble(each -> -each.gain()));
    Candidate most = candidates.getFirst();
    for (Candidate start : candidates.subList(0, Math.min(STARTS, candidates.size()))) {
      Candidate found = climb(model, start, least);
      most = found.gain() > most.gain() ? found : most;
    }
    return most.place();
  }

  /// Running trials are taken to end as expected.
  private Regression withRunning(double[][] points, double[] values) {
    var model = new Regression(kernel, points, values);
    List<Trial> running = trials.running();
    if (running.isEmpty()) {
      return model;
    }
    int known = points.length;
    double[][] more = Arrays.copyOf(points, known + running.size());
    double[] expected = Arrays.copyOf(values, known + running.size());
    for (int i = 0; i < running.size(); i++) {
      more[known + i] = Coding.filled(trials.places(running.get(i)));
      expected[known + i] = model.expected(more[known + i]);
    }
    return new Regression(kernel, more, expected);
  }

  /// Evenly spread places, and some near the best ones.
  private List<double[]> places(double[][] points, double[] values) {
    List<double[]> places = new ArrayList<>();
    int size = axes.size();
    var sobol = size > Sobol.dimensionsMax() ? null : new Sobol(size, random.nextLong());
    for (int i = 0; i < EVEN; i++) {
      places.add(snapped(sobol == null ? RandomSearch.places(random, size) : sobol.point(i)));
    }
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    for (int i = 0; i < NEAR; i++) {
      double[] center = points[order[i % Math.min(4, order.length)]];
      places.add(snapped(near(center, Math.pow(10, -0.5 - 2.5 * random.nextDouble()))));
    }
    return places;
  }

  private double[] near(double[] center, double deviation) {
    double[] place = center.clone();
    for (int axis = 0; axis < place.length; axis++) {
      if (axes.ordered()[axis]) {
        double step = deviation * Math.min(1, kernel.lengths()[axis]);
        place[axis] = Math.clamp(place[axis] + step * random.nextGaussian(), 0.0, 1.0);
      } else if (random.nextInt(axes.size()) == 0) {
        place[axis] = random.nextDouble();
      }
    }
    return place;
  }

  private double[] snapped(double[] place) {
    for (int axis = 0; axis < place.length; axis++) {
      place[axis] = axes.snap(axis, place[axis]);
    }
    return place;
  }

  /// Uphill along numbers, then step by step along what has few values.
  private Candidate climb(Regression model, Candidate start, double least) {
    double[] low = new double[axes.size()];
    double[] high = new double[axes.size()];
    for (int axis = 0; axis < low.length; axis++) {
      boolean fixed = !axes.ordered()[axis];
      low[axis] = fixed ? start.place()[axis] : 0;
      high[axis] = fixed ? start.place()[axis] : 1;
    }
    double[] found = Lbfgs.minimize(downhill(model, least), start.place(), low, high, STEPS);
    double[] place = snapped(found);
    return alongLevels(model, new Candidate(place, model.improvement(place, least, NONE)), least);
  }

  private static Lbfgs.Smooth downhill(Regression model, double least) {
    return (x, gradient) -> {
      double gain = model.improvement(x, least, gradient);
      for (int i = 0; i < gradient.length; i++) {
        gradient[i] = -gradient[i];
      }
      return -gain;
    };
  }

  private Candidate alongLevels(Regression model, Candidate start, double least) {
    Candidate best = start;
    for (int axis = 0; axis < axes.size(); axis++) {
      int levels = axes.levels()[axis];
      for (int level = 0; level < Math.min(levels, 100); level++) {
        double[] place = best.place().clone();
        place[axis] = axes.snap(axis, (level + 0.5) / Math.min(levels, 100));
        double gain = model.improvement(place, least, NONE);
        best = gain > best.gain() ? new Candidate(place, gain) : best;
      }
    }
    return best;
  }
}
