package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.jspecify.annotations.Nullable;

/// Normalises each channel: by the batch's mean and variance in training, by the running ones in
/// evaluation.
public abstract class BatchNorm extends Module {
  private static final Scalar ONE = Lifetime.keep(new Scalar(1));
  private static final double EPSILON = 1e-5;
  private static final double MOMENTUM = 0.1;

  private final long channels;
  private final Tensor scale;
  private final Tensor shift;
  private final TensorOptional weight;
  private final TensorOptional bias;
  private final Tensor mean;
  private final Tensor variance;
  private final TensorOptional runningMean;
  private final TensorOptional runningVariance;
  private final Tensor batches;
  private @Nullable SyncedNorm synced;

  BatchNorm(long channels) {
    this.channels = channels;
    scale = parameter("weight", Init.ones(channels));
    shift = parameter("bias", Init.zeros(channels));
    weight = optional(scale);
    bias = optional(shift);
    mean = buffer("running_mean", Init.zeros(channels));
    variance = buffer("running_var", Init.ones(channels));
    runningMean = optional(mean);
    runningVariance = optional(variance);
    batches = buffer("num_batches_tracked", Init.count());
  }

  /// Takes the statistics over the batches of all ranks from now on.
  ///
  /// @param sumOverRanks replaces a tensor by its sum over all ranks
  /// @param sumOfGradients does so with gradients, which count by the rows of their rank
  public final void synchronise(Consumer<Tensor> sumOverRanks, Consumer<Tensor> sumOfGradients) {
    synced = new SyncedNorm(sumOverRanks, sumOfGradients, mean, variance, EPSILON, MOMENTUM);
  }

  @Override
  public final Tensor forward(Tensor x) {
    boolean training = isTraining();
    if (training) {
      batches.add_(ONE);
    }
    if (training && synced != null) {
      return synced.forward(x, scale, shift);
    }
    return torch.batch_norm(
        x, weight, bias, runningMean, runningVariance, training, MOMENTUM, EPSILON, true);
  }

  @Override
  final String details() {
    return channels + " channels" + (synced == null ? "" : ", synchronised");
  }
}
