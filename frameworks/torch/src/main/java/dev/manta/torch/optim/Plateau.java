package dev.manta.torch.optim;

import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Lowers an optimizer's learning rates when a metric has stopped getting better: PyTorch's
/// `ReduceLROnPlateau`. As live state it is its best value and its counts; the rates are the
/// optimizer's.
public final class Plateau implements InPlace {
  private static final double RATE_CHANGE_MIN = 1e-8;

  /// What counts as better, and what follows when nothing is.
  ///
  /// @param smallerIsBetter whether the metric is a loss
  /// @param factor what rates are multiplied by
  /// @param patience how many checks without improvement are let pass
  /// @param threshold by which part of the best value a better one must differ
  /// @param cooldown how many checks are let pass after a change
  /// @param min below which no rate goes
  public record Rule(
      boolean smallerIsBetter,
      double factor,
      int patience,
      double threshold,
      int cooldown,
      double min) {
    public Rule {
      if (!(factor > 0 && factor < 1)) {
        throw new IllegalArgumentException("factor must be between 0 and 1, not " + factor);
      }
    }

    /// A loss: a tenth of the rate after 10 checks without an improvement of 1e-4.
    public static Rule forLoss() {
      return new Rule(true, 0.1, 10, 1e-4, 0, 0);
    }

    /// For an accuracy and its like.
    public Rule largerIsBetter() {
      return new Rule(false, factor, patience, threshold, cooldown, min);
    }

    /// What rates are multiplied by, between 0 and 1.
    public Rule factor(double value) {
      return new Rule(smallerIsBetter, value, patience, threshold, cooldown, min);
    }

    /// How many checks without improvement are let pass.
    public Rule patience(int checks) {
      return new Rule(smallerIsBetter, factor, checks, threshold, cooldown, min);
    }

    /// By which part of the best value a better one must differ.
    public Rule threshold(double part) {
      return new Rule(smallerIsBetter, factor, patience, part, cooldown, min);
    }

    /// How many checks are let pass after a change.
    public Rule cooldown(int checks) {
      return new Rule(smallerIsBetter, factor, patience, threshold, checks, min);
    }

    /// Below which no rate goes.
    public Rule min(double rate) {
      return new Rule(smallerIsBetter, factor, patience, threshold, cooldown, rate);
    }

    boolean better(double value, double best) {
      return smallerIsBetter ? value < best * (1 - threshold) : value > best * (1 + threshold);
    }
  }

  private final Optimizer optimizer;
  private final Rule rule;
  private final double[] best = new double[1];
  private final long[] counts = new long[2];

  private Plateau(Optimizer optimizer, Rule rule) {
    this.optimizer = optimizer;
    this.rule = rule;
    best[0] = rule.smallerIsBetter ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  /// Lowers this optimizer's rates by this rule.
  public static Plateau of(Optimizer optimizer, Rule rule) {
    return new Plateau(optimizer, rule);
  }

  /// Looks at the metric's new value, the same one on every rank, and lowers the rates if it is
  /// time.
  public void step(double metric) {
    if (rule.better(metric, best[0])) {
      best[0] = metric;
      counts[0] = 0;
    } else {
      counts[0]++;
    }
    if (counts[1] > 0) {
      counts[1]--;
      counts[0] = 0;
    }
    if (counts[0] > rule.patience) {
      optimizer.groups().forEach(this::lower);
      counts[1] = rule.cooldown;
      counts[0] = 0;
    }
  }

  private void lower(ParameterGroup group) {
    double old = group.get(Setting.LEARNING_RATE);
    double lowered = Math.max(old * rule.factor, rule.min);
    if (old - lowered > RATE_CHANGE_MIN) {
      group.set(Setting.LEARNING_RATE, lowered);
    }
  }

  @Override
  public List<Part> parts() {
    return List.of(
        new Part("best", "F64", List.of(1L), MemorySegment.ofArray(best)),
        new Part("counts", "I64", List.of(2L), MemorySegment.ofArray(counts)));
  }
}
