package dev.manta.torch.optim;

import java.util.OptionalDouble;

/// A learning rate over time, as a pure function of how many steps of the schedule were made.
@FunctionalInterface
public interface Curve {
  /// The learning rate after so many steps, from the one the group began with.
  double rate(long step, double base);

  /// The momentum (or first beta) that goes with it, if the curve has one.
  default OptionalDouble momentum(long step) {
    return OptionalDouble.empty();
  }

  /// Multiplied by `gamma` every so many steps: PyTorch's `StepLR`.
  static Curve step(long every, double gamma) {
    requirePositive("every", every);
    return (step, base) -> base * Math.pow(gamma, Math.floor((double) step / every));
  }

  /// Half a cosine down to `min` over so many steps: PyTorch's `CosineAnnealingLR`.
  static Curve cosine(long steps, double min) {
    requirePositive("steps", steps);
    return (step, base) -> min + (base - min) * (1 + Math.cos(Math.PI * step / steps)) / 2;
  }

  /// A straight line from `start` times the rate up to the rate, and then level: PyTorch's
  /// `LinearLR`.
  static Curve warmup(long steps, double start) {
    requirePositive("steps", steps);
    return (step, base) -> base * (start + (1 - start) * Math.min(step, steps) / steps);
  }

  /// The rate as it is.
  static Curve constant() {
    return (_, base) -> base;
  }

  /// This curve for so many steps, then another from its beginning: PyTorch's `SequentialLR`.
  default Curve then(long after, Curve next) {
    requirePositive("after", after);
    return new Sequence(this, after, next);
  }

  /// Up and far down again, while the momentum goes down and up: PyTorch's `OneCycleLR`, with its
  /// defaults.
  static OneCycle oneCycle(double max, long steps) {
    return OneCycle.of(max, steps);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
  }

  /// Two curves, one after the other.
  record Sequence(Curve first, long after, Curve next) implements Curve {
    @Override
    public double rate(long step, double base) {
      return step < after ? first.rate(step, base) : next.rate(step - after, base);
    }

    @Override
    public OptionalDouble momentum(long step) {
      return step < after ? first.momentum(step) : next.momentum(step - after);
    }
  }
}
