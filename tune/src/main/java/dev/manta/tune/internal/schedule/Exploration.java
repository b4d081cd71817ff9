package dev.manta.tune.internal.schedule;

import dev.manta.tune.Point;
import java.util.List;
import java.util.random.RandomGenerator;

/// How a trial of a population that takes over another one's checkpoint changes the parameters.
interface Exploration {
  /// The part of a trial between two exchanges.
  ///
  /// @param point its parameters
  /// @param step the step at which it began
  /// @param loss the value then; NaN where it is not known
  record Stretch(Point point, long step, double loss) {}

  /// Takes in how a stretch has ended.
  void learn(Stretch stretch, long step, double loss);

  /// Other parameters.
  ///
  /// @param from where the trial continues: another one's parameters and value
  /// @param others the stretches under way
  Point explore(Stretch from, List<Stretch> others, RandomGenerator random);
}
