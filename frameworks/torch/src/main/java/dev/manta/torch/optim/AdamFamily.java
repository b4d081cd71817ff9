package dev.manta.torch.optim;

import dev.manta.torch.internal.ops.BoxedOp;
import dev.manta.torch.internal.ops.Constants;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// What [Adam] and [AdamW] share.
///
/// @param <S> the optimizer itself
public abstract sealed class AdamFamily<S> extends Optimizer permits Adam, AdamW {
  private final BoxedOp fused;
  private boolean amsgrad;
  private boolean maximize;

  AdamFamily(String operator, List<Tensor> parameters, double learningRate) {
    super(parameters, learningRate);
    fused = BoxedOp.named(operator);
    setDefault(Setting.WEIGHT_DECAY, 0);
    setDefault(Setting.BETA1, 0.9);
    setDefault(Setting.BETA2, 0.999);
    setDefault(Setting.EPSILON, 1e-8);
  }

  abstract S self();

  /// How slowly the first and the second moment forget: 0.9 and 0.999 unless set.
  public final S betas(double first, double second) {
    setDefault(Setting.BETA1, first);
    setDefault(Setting.BETA2, second);
    return self();
  }

  /// How strongly weights are pulled to 0; 0.01 for [AdamW] and 0 for [Adam] unless set.
  public final S weightDecay(double decay) {
    setDefault(Setting.WEIGHT_DECAY, decay);
    return self();
  }

  /// What is added to divisors, so that none is 0; 1e-8 unless set.
  public final S epsilon(double epsilon) {
    setDefault(Setting.EPSILON, epsilon);
    return self();
  }

  /// Divides by the largest second moment so far.
  public final S amsgrad() {
    requireNotBegun();
    amsgrad = true;
    return self();
  }

  /// Climbs instead of descending.
  public final S maximize() {
    maximize = true;
    return self();
  }

  /// Adds parameters with settings of their own.
  public final S group(ParameterGroup group) {
    addGroup(group);
    return self();
  }

  @Override
  final List<String> slotNames() {
    return amsgrad
        ? List.of("exp_avg", "exp_avg_sq", "max_exp_avg_sq")
        : List.of("exp_avg", "exp_avg_sq");
  }

  @Override
  final void update(ParameterGroup group, Slice slice) {
    fused.call(
        slice.parameters().value(),
        slice.gradients().value(),
        slice.slotOrEmpty(0),
        slice.slotOrEmpty(1),
        slice.slotOrEmpty(2),
        slice.steps().value(),
        group.argument(Setting.LEARNING_RATE),
        group.argument(Setting.BETA1),
        group.argument(Setting.BETA2),
        group.argument(Setting.WEIGHT_DECAY),
        group.argument(Setting.EPSILON),
        Constants.of(amsgrad),
        Constants.of(maximize),
        Constants.NONE,
        Constants.NONE);
  }
}
