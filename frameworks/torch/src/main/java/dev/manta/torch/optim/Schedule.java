package dev.manta.torch.optim;

import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Moves an optimizer's learning rates along a curve. As live state it is its count of steps.
public final class Schedule implements InPlace {
  private final Optimizer optimizer;
  private final Curve curve;
  private final double[] bases;
  private final long[] steps = new long[1];

  private Schedule(Optimizer optimizer, Curve curve) {
    this.optimizer = optimizer;
    this.curve = curve;
    this.bases =
        optimizer.groups().stream()
            .mapToDouble(group -> group.first(Setting.LEARNING_RATE))
            .toArray();
    apply();
  }

  /// Sets the rates to the beginning of the curve. Make the optimizer's settings before. Its curve
  /// starts from the rates that were set, also where the optimizer was restored before.
  public static Schedule of(Optimizer optimizer, Curve curve) {
    return new Schedule(optimizer, curve);
  }

  /// Moves on; call it after each step of the optimizer, or after each epoch, as the curve counts.
  public void step() {
    steps[0]++;
    apply();
  }

  /// How often [#step] was called, over all attempts.
  public long steps() {
    return steps[0];
  }

  /// The first group's learning rate now.
  public double rate() {
    return optimizer.groups().getFirst().get(Setting.LEARNING_RATE);
  }

  private void apply() {
    List<ParameterGroup> groups = optimizer.groups();
    for (int i = 0; i < groups.size(); i++) {
      groups.get(i).set(Setting.LEARNING_RATE, curve.rate(steps[0], bases[i]));
      momentum(groups.get(i));
    }
  }

  private void momentum(ParameterGroup group) {
    Setting setting = group.has(Setting.BETA1) ? Setting.BETA1 : Setting.MOMENTUM;
    if (group.has(setting)) {
      curve.momentum(steps[0]).ifPresent(value -> group.set(setting, value));
    }
  }

  @Override
  public List<Part> parts() {
    return List.of(new Part("steps", "I64", List.of(1L), MemorySegment.ofArray(steps)));
  }

  @Override
  public void restored() {
    apply();
  }
}
