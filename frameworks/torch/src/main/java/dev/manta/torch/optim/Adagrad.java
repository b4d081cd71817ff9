package dev.manta.torch.optim;

import dev.manta.torch.internal.ops.BoxedOp;
import dev.manta.torch.internal.ops.Constants;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/// Learning rates that shrink with the squares of all gradients so far. Its fused operator is for
/// the CPU only; elsewhere the plain ones do.
public final class Adagrad extends Optimizer {
  private final BoxedOp fused = BoxedOp.named("aten::_fused_adagrad_");
  private double start;
  private boolean plain;

  /// For these parameters, with PyTorch's defaults.
  public Adagrad(List<Tensor> parameters, double learningRate) {
    super(parameters, learningRate);
    setDefault(Setting.LEARNING_RATE_DECAY, 0);
    setDefault(Setting.WEIGHT_DECAY, 0);
    setDefault(Setting.EPSILON, 1e-10);
  }

  /// By how much the learning rate sinks with each step; 0 unless set.
  public Adagrad learningRateDecay(double decay) {
    setDefault(Setting.LEARNING_RATE_DECAY, decay);
    return this;
  }

  /// How strongly weights are pulled to 0, as a part of the gradient; 0 unless set.
  public Adagrad weightDecay(double decay) {
    setDefault(Setting.WEIGHT_DECAY, decay);
    return this;
  }

  /// What is added to divisors, so that none is 0; 1e-10 unless set.
  public Adagrad epsilon(double epsilon) {
    setDefault(Setting.EPSILON, epsilon);
    return this;
  }

  /// What the sums of squares begin with; 0 unless set.
  public Adagrad initialAccumulator(double value) {
    requireNotBegun();
    start = value;
    return this;
  }

  /// Adds parameters with settings of their own.
  public Adagrad group(ParameterGroup group) {
    addGroup(group);
    return this;
  }

  @Override
  List<String> slotNames() {
    return List.of("sum");
  }

  @Override
  double slotStart() {
    return start;
  }

  /// Uses plain operators on the CPU too.
  Adagrad plain() {
    plain = true;
    return this;
  }

  @Override
  void update(ParameterGroup group, Slice slice) {
    if (plain || !slice.parameters().get(0).device().is_cpu()) {
      updatePlainly(group, slice);
    } else {
      updateFused(group, slice);
    }
  }

  private void updatePlainly(ParameterGroup group, Slice slice) {
    try (var _ = new PointerScope()) {
      for (int i = 0; i < slice.size(); i++) {
        Tensor parameter = slice.parameters().get(i).detach();
        Tensor gradient = group.decayed(parameter, slice.gradients().get(i));
        Tensor squares = slice.slot(0).get(i).addcmul_(gradient, gradient);
        Tensor root = squares.sqrt().add_(group.scalar(Setting.EPSILON));
        parameter.addcdiv_(gradient, root, new Scalar(-rate(group, slice.steps().get(i))));
      }
    }
  }

  private static double rate(ParameterGroup group, Tensor steps) {
    double before = steps.item_double() - 1;
    return group.get(Setting.LEARNING_RATE) / (1 + before * group.get(Setting.LEARNING_RATE_DECAY));
  }

  private void updateFused(ParameterGroup group, Slice slice) {
    fused.call(
        slice.parameters().value(),
        slice.gradients().value(),
        slice.slotOrEmpty(0),
        slice.steps().value(),
        group.argument(Setting.LEARNING_RATE),
        group.argument(Setting.LEARNING_RATE_DECAY),
        group.argument(Setting.WEIGHT_DECAY),
        group.argument(Setting.EPSILON),
        Constants.of(false),
        Constants.NONE,
        Constants.NONE);
  }
}
