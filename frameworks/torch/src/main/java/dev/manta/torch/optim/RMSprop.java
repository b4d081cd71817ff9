package dev.manta.torch.optim;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/// Learning rates divided by a running mean of the gradients' squares. PyTorch has no fused
/// operator for it; on flat memory the plain ones do.
public final class RMSprop extends Optimizer {
  private boolean centered;

  /// For these parameters, with PyTorch's defaults.
  public RMSprop(List<Tensor> parameters, double learningRate) {
    super(parameters, learningRate);
    setDefault(Setting.ALPHA, 0.99);
    setDefault(Setting.EPSILON, 1e-8);
    setDefault(Setting.WEIGHT_DECAY, 0);
    setDefault(Setting.MOMENTUM, 0);
  }

  /// How slowly the mean of squares forgets: 0.99 unless set.
  public RMSprop alpha(double alpha) {
    setDefault(Setting.ALPHA, alpha);
    return this;
  }

  /// What is added to divisors, so that none is 0; 1e-8 unless set.
  public RMSprop epsilon(double epsilon) {
    setDefault(Setting.EPSILON, epsilon);
    return this;
  }

  /// How strongly weights are pulled to 0, as a part of the gradient; 0 unless set.
  public RMSprop weightDecay(double decay) {
    setDefault(Setting.WEIGHT_DECAY, decay);
    return this;
  }

  /// How slowly the velocity forgets; none unless set.
  public RMSprop momentum(double momentum) {
    setDefault(Setting.MOMENTUM, momentum);
    return this;
  }

  /// Divides by the variance instead of the mean of squares.
  public RMSprop centered() {
    requireNotBegun();
    centered = true;
    return this;
  }

  /// Adds parameters with settings of their own.
  public RMSprop group(ParameterGroup group) {
    addGroup(group);
    return this;
  }

  @Override
  List<String> slotNames() {
    List<String> names = new ArrayList<>(List.of("square_avg", "momentum_buffer"));
    if (centered) {
      names.add("grad_avg");
    }
    return names;
  }

  @Override
  void update(ParameterGroup group, Slice slice) {
    try (var _ = new PointerScope()) {
      for (int i = 0; i < slice.size(); i++) {
        update(group, slice, i);
      }
    }
  }

  private void update(ParameterGroup group, Slice slice, int i) {
    Tensor parameter = slice.parameters().get(i).detach();
    Tensor gradient = group.decayed(parameter, slice.gradients().get(i));
    Tensor squares = slice.slot(0).get(i);
    var rest = new Scalar(1 - group.get(Setting.ALPHA));
    squares.mul_(group.scalar(Setting.ALPHA)).addcmul_(gradient, gradient, rest);
    Tensor root = variance(slice, i, squares, gradient, rest).sqrt_();
    root.add_(group.scalar(Setting.EPSILON));
    var rate = new Scalar(-group.get(Setting.LEARNING_RATE));
    if (group.get(Setting.MOMENTUM) == 0) {
      parameter.addcdiv_(gradient, root, rate);
    } else {
      Tensor velocity = slice.slot(1).get(i);
      velocity.mul_(group.scalar(Setting.MOMENTUM)).addcdiv_(gradient, root);
      parameter.add_(velocity, rate);
    }
  }

  private Tensor variance(Slice slice, int i, Tensor squares, Tensor gradient, Scalar rest) {
    if (!centered) {
      return squares.clone();
    }
    Tensor mean = slice.slot(2).get(i);
    mean.lerp_(gradient, rest);
    return squares.addcmul(mean, mean, new Scalar(-1.0));
  }
}
