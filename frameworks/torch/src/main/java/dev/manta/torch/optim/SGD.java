package dev.manta.torch.optim;

import dev.manta.torch.internal.ops.BoxedOp;
import dev.manta.torch.internal.ops.Constants;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/// Stochastic gradient descent, with momentum if wanted. Its fused operator is for 32 and 64 bits
/// on the CPU; parameters of 16 bits get the plain ones there.
public final class SGD extends Optimizer {
  private final BoxedOp fused = BoxedOp.named("aten::_fused_sgd_");
  private boolean nesterov;
  private boolean maximize;

  /// For these parameters, without momentum.
  public SGD(List<Tensor> parameters, double learningRate) {
    super(parameters, learningRate);
    setDefault(Setting.MOMENTUM, 0);
    setDefault(Setting.DAMPENING, 0);
    setDefault(Setting.WEIGHT_DECAY, 0);
  }

  /// How slowly the velocity forgets; none unless set.
  public SGD momentum(double momentum) {
    setDefault(Setting.MOMENTUM, momentum);
    return this;
  }

  /// Looks ahead along the velocity; needs momentum.
  public SGD nesterov() {
    nesterov = true;
    return this;
  }

  /// Which part of a gradient is kept out of the velocity; 0 unless set.
  public SGD dampening(double dampening) {
    setDefault(Setting.DAMPENING, dampening);
    return this;
  }

  /// How strongly weights are pulled to 0, as a part of the gradient; 0 unless set.
  public SGD weightDecay(double decay) {
    setDefault(Setting.WEIGHT_DECAY, decay);
    return this;
  }

  /// Climbs instead of descending.
  public SGD maximize() {
    maximize = true;
    return this;
  }

  /// Adds parameters with settings of their own.
  public SGD group(ParameterGroup group) {
    addGroup(group);
    return this;
  }

  @Override
  List<String> slotNames() {
    boolean momentum = groups().stream().anyMatch(group -> group.get(Setting.MOMENTUM) != 0);
    if (nesterov && (!momentum || defaultOf(Setting.DAMPENING) != 0)) {
      throw new IllegalArgumentException("nesterov() needs a momentum and no dampening");
    }
    return momentum ? List.of("momentum_buffer") : List.of();
  }

  @Override
  void update(ParameterGroup group, Slice slice) {
    if (group.get(Setting.MOMENTUM) != 0 && slice.isStateless()) {
      throw new IllegalStateException(
          "a momentum was set, by a schedule perhaps, after this SGD began without one: set"
              + " momentum(...) when it is made");
    }
    if (isWrongWhenFused(slice.parameters().get(0))) {
      updatePlainly(group, slice);
    } else {
      updateFused(group, slice);
    }
  }

  /// PyTorch's operator for CPUs leaves parameters of 16 bits as they are, all but the last few.
  private static boolean isWrongWhenFused(Tensor parameter) {
    return parameter.device().is_cpu() && parameter.itemsize() == Short.BYTES;
  }

  private void updatePlainly(ParameterGroup group, Slice slice) {
    var descent = new Scalar(-group.get(Setting.LEARNING_RATE));
    try (var _ = new PointerScope()) {
      for (int i = 0; i < slice.size(); i++) {
        Tensor parameter = slice.parameters().get(i).detach();
        Tensor gradient = slice.gradients().get(i);
        Tensor uphill = group.decayed(parameter, maximize ? gradient.neg() : gradient);
        parameter.add_(direction(group, slice, i, uphill), descent);
      }
    }
  }

  private Tensor direction(ParameterGroup group, Slice slice, int i, Tensor gradient) {
    if (group.get(Setting.MOMENTUM) == 0) {
      return gradient;
    }
    Tensor velocity = slice.slot(0).get(i);
    if (slice.isFirst()) {
      velocity.copy_(gradient);
    } else {
      var kept = new Scalar(1 - group.get(Setting.DAMPENING));
      velocity.mul_(group.scalar(Setting.MOMENTUM)).add_(gradient, kept);
    }
    return nesterov ? gradient.add(velocity, group.scalar(Setting.MOMENTUM)) : velocity;
  }

  private void updateFused(ParameterGroup group, Slice slice) {
    boolean momentum = group.get(Setting.MOMENTUM) != 0;
    fused.call(
        slice.parameters().value(),
        slice.gradients().value(),
        momentum ? slice.slotOrEmpty(0) : slice.slotOrEmpty(1),
        group.argument(Setting.WEIGHT_DECAY),
        group.argument(Setting.MOMENTUM),
        group.argument(Setting.LEARNING_RATE),
        group.argument(Setting.DAMPENING),
        Constants.of(nesterov),
        Constants.of(maximize),
        Constants.of(momentum && slice.isFirst()),
        Constants.NONE,
        Constants.NONE);
  }
}
