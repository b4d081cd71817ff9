package dev.manta.tune;

import dev.manta.tune.internal.numbers.RandomStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// A population of trials that learn as fast as their parameters are near the best ones, which
/// drift: the best rate falls from 0.3 to 0.001 while they train, that of dropout stays.
final class SimulatedPopulation {
  static final Space SPACE =
      Space.of().logUniform("rate", 1e-5, 1).uniform("dropout", 0, 1).choice("kind", "a", "b");
  private static final double MOST = 0.1;

  private final Scheduler.Schedule schedule;
  private final long steps;
  private final List<Double> losses = new ArrayList<>();
  private final List<Point> points = new ArrayList<>();
  private final List<Verdict.Clone> clones = new ArrayList<>();
  private final List<Double> ahead = new ArrayList<>();

  /// @param steps how long trials train
  SimulatedPopulation(Scheduler scheduler, int size, long steps, long seed) {
    this.schedule = scheduler.open(new Scheduler.Setting(SPACE, Goal.minimize("loss"), seed));
    this.steps = steps;
    RandomGenerator random = RandomStream.of(seed, 1000);
    for (int trial = 0; trial < size; trial++) {
      double rate = Math.pow(10, -5 * random.nextDouble());
      points.add(SPACE.point(Map.of("rate", rate, "dropout", random.nextDouble(), "kind", "a")));
      losses.add(1.0);
      schedule.hear(new TrialEvent.Began(trial, points.get(trial)));
    }
  }

  SimulatedPopulation run() {
    for (long step = 1; step <= steps; step++) {
      for (int trial = 0; trial < points.size(); trial++) {
        losses.set(trial, losses.get(trial) * (1 - MOST * speed(points.get(trial), step)));
        var report = new TrialEvent.Reported(trial, step, Map.of("loss", losses.get(trial)));
        schedule.hear(report).forEach(this::obey);
      }
      ahead.add(points.get(losses.indexOf(Collections.min(losses))).number("rate"));
    }
    return this;
  }

  private void obey(Decision decision) {
    if (decision.verdict() instanceof Verdict.Clone clone) {
      clones.add(clone);
      points.set(decision.trial(), clone.point());
      losses.set(decision.trial(), losses.get(clone.source()));
    }
  }

  /// How fast a trial learns, from 0 to 1.
  private double speed(Point point, long step) {
    double rate = Math.log10(point.number("rate") / bestRate(step));
    double dropout = (point.number("dropout") - 0.3) / 0.3;
    return Math.exp(-rate * rate - dropout * dropout);
  }

  private double bestRate(long step) {
    return 0.3 * Math.pow(0.001 / 0.3, (double) step / steps);
  }

  /// How fast the trial that is ahead has learnt on the mean, where the best schedule makes 1.
  double speed() {
    return Math.log(Collections.min(losses)) / (steps * Math.log(1 - MOST));
  }

  /// The rate of the trial that is ahead, at each step.
  List<Double> ratesAhead() {
    return ahead;
  }

  /// What trials took over, in order.
  List<Verdict.Clone> clones() {
    return clones;
  }
}
