package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// How far an output is from its target: one number, the mean over the batch.
public final class Losses {
  static {
    Natives.load();
  }

  private static final long MEAN = 1;
  private static final long SUM = 2;
  private static final long IGNORED = -100;

  private Losses() {}

  /// For classes: logits `[batch, classes, …]`, targets `[batch, …]` of class numbers; a target of
  /// -100 does not count.
  public static Tensor crossEntropy(Tensor logits, Tensor targets) {
    check(logits, targets);
    return torch.cross_entropy_loss(logits, targets);
  }

  /// Cross entropy towards targets of which a share is spread over all classes.
  public static Tensor crossEntropy(Tensor logits, Tensor targets, double smoothing) {
    check(logits, targets);
    return torch.cross_entropy_loss(logits, targets, Absent.TENSOR, MEAN, IGNORED, smoothing);
  }

  /// Cross entropy for logarithms of probabilities.
  public static Tensor negativeLogLikelihood(Tensor logProbabilities, Tensor targets) {
    check(logProbabilities, targets);
    return torch.nll_loss(logProbabilities, targets);
  }

  /// For yes-or-no answers: logits and targets between 0 and 1, of the same shape.
  public static Tensor binaryCrossEntropy(Tensor logits, Tensor targets) {
    check(logits, targets);
    return torch.binary_cross_entropy_with_logits(logits, targets);
  }

  /// The mean of squared differences.
  public static Tensor meanSquaredError(Tensor outputs, Tensor targets) {
    check(outputs, targets);
    return torch.mse_loss(outputs, targets);
  }

  /// The mean of absolute differences.
  public static Tensor meanAbsoluteError(Tensor outputs, Tensor targets) {
    check(outputs, targets);
    return torch.l1_loss(outputs, targets);
  }

  /// Squared below `delta`, linear above.
  public static Tensor huber(Tensor outputs, Tensor targets, double delta) {
    check(outputs, targets);
    return torch.huber_loss(outputs, targets, MEAN, delta);
  }

  /// Huber's loss divided by `beta`.
  public static Tensor smoothL1(Tensor outputs, Tensor targets, double beta) {
    check(outputs, targets);
    return torch.smooth_l1_loss(outputs, targets, MEAN, beta);
  }

  /// The Kullback-Leibler divergence of probabilities from log probabilities, per row of the batch.
  public static Tensor divergence(Tensor logProbabilities, Tensor targets) {
    check(logProbabilities, targets);
    Tensor sum = torch.kl_div(logProbabilities, targets, SUM, false);
    return sum.div(new Scalar((double) targets.size(0)));
  }

  private static void check(Tensor outputs, Tensor targets) {
    Lifetime.alive(outputs, "the output given to a loss");
    Lifetime.alive(targets, "the target given to a loss");
  }
}
