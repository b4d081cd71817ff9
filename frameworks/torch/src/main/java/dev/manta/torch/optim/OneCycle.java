package dev.manta.torch.optim;

import java.util.OptionalDouble;

/// Smith's one-cycle policy: the rate rises to a peak and falls far below its beginning, the
/// momentum goes the other way. As in PyTorch it is an error to step more often than it has steps.
///
/// @param max the peak
/// @param steps how long the cycle is
/// @param rise which part of it the rate rises
/// @param startDivisor the rate begins at the peak divided by this
/// @param endDivisor and ends at its beginning divided by this
/// @param momenta the momentum at the peak and at both ends
public record OneCycle(
    double max, long steps, double rise, double startDivisor, double endDivisor, Momentum momenta)
    implements Curve {
  /// The range of the momentum.
  public record Momentum(double min, double max) {}

  public OneCycle {
    if (steps < 1 || rise < 0 || rise > 1) {
      throw new IllegalArgumentException(
          "a cycle has at least 1 step and rises for a part of 0 to 1 of it, not "
              + steps
              + " and "
              + rise);
    }
  }

  static OneCycle of(double max, long steps) {
    return new OneCycle(max, steps, 0.3, 25, 1e4, new Momentum(0.85, 0.95));
  }

  /// Rises for this part of the cycle.
  public OneCycle rise(double part) {
    return new OneCycle(max, steps, part, startDivisor, endDivisor, momenta);
  }

  @Override
  public double rate(long step, double base) {
    double start = max / startDivisor;
    return at(step, start, max, start / endDivisor);
  }

  @Override
  public OptionalDouble momentum(long step) {
    return OptionalDouble.of(at(step, momenta.max, momenta.min, momenta.max));
  }

  private double at(long step, double start, double peak, double end) {
    if (step > steps) {
      throw new IllegalArgumentException(
          "tried to step %s times, but the one cycle has %s steps in all; make it longer, or step once per optimizer step"
              .formatted(step, steps));
    }
    double top = rise * steps - 1;
    return step <= top
        ? between(start, peak, step / top)
        : between(peak, end, (step - top) / (steps - 1 - top));
  }

  private static double between(double from, double to, double part) {
    return to + (from - to) / 2 * (1 + Math.cos(Math.PI * part));
  }
}
