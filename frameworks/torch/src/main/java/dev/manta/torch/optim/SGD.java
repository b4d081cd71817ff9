package dev.manta.torch.optim;

import dev.manta.torch.internal.ops.BoxedOp;
import dev.manta.torch.internal.ops.Constants;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Stochastic gradient descent, with momentum if wanted.
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
